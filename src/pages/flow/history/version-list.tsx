import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { count, formatCount } from '#lib/count.ts'
import { StaleNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuRadio } from '#ui/overlays/menu.tsx'
import type { VersionList } from './use-versions.ts'
import { VersionRow } from './version-row.tsx'
import { sourceFilters, type SourceFilter } from './version-words.ts'

const filterLabels: Record<SourceFilter, string> = {
  any: 'any',
  file: 'file',
  values: 'values',
  version: 'version',
  service: 'service',
}

/** The versions of a flow on a line, newest first. */
export function VersionListPane({
  list,
  currency,
  chosen,
  newSince,
  me,
}: {
  list: VersionList
  currency: string
  /** Number of the chosen version. */
  chosen: number
  /** Time of the last visit in this browser, ms; null if unknown. */
  newSince: number | null
  /** Id of the signed-in person, whose own versions are not new. */
  me: string | null
}) {
  const [from, setFrom] = useState<SourceFilter>('any')
  const { versions, total, hasMore, isLoadingMore, loadMore } = list
  // The service does not filter: the filter applies to the loaded versions, and the text below says so.
  const shown = from === 'any' ? versions : versions.filter(({ source }) => source.kind === from)
  const isPartial = from !== 'any' && hasMore
  return (
    <section className="version-list" aria-label="Versions">
      <header className="version-list-head">
        <h2 className="font-semibold">{count(total, 'version')}</h2>
        <Menu
          trigger={
            <Button className="ml-auto">
              <span className="font-normal text-text-2">From</span> {filterLabels[from]}
              <ChevronDown className="xs" />
            </Button>
          }
        >
          <MenuRadio
            value={from}
            onValue={setFrom}
            options={sourceFilters.map((value) => ({ value, label: filterLabels[value] }))}
          />
        </Menu>
      </header>
      <StaleNote what="The versions" error={list.error} onRetry={list.refetch} />
      <ol aria-label="Versions, newest first" className={hasMore ? 'has-more' : undefined}>
        {shown.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            currency={currency}
            isChosen={version.number === chosen}
            isNew={newSince !== null && Date.parse(version.at) > newSince && version.by?.id !== me}
          />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className="px-5 py-2 text-text-2">
          {isPartial
            ? `None of the newest ${formatCount(versions.length)} versions matches this filter.`
            : 'No version matches this filter.'}
        </p>
      )}
      {hasMore && (
        <div className="flex flex-wrap items-center gap-2 px-5 py-3">
          <Button busy={isLoadingMore} onClick={loadMore}>
            Show older versions
          </Button>
          <span className="text-xs text-text-3">
            {formatCount(versions.length)} of {formatCount(total)} loaded
          </span>
        </div>
      )}
    </section>
  )
}
