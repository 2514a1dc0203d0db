import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { q } from '#api/query/query.ts'
import { activity as activityApi } from '#contract/activity.ts'
import { count } from '#lib/count.ts'
import { defaultLimit, maxLimit } from '#contract/kernel/page.ts'
import { person as personApi } from '#contract/person.ts'
import { placeAfter, placeBefore, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Select } from '#ui/controls/select-field.tsx'
import { ProgressLine, SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Table } from '#ui/table/table.tsx'
import { activityColumns } from './activity-columns.tsx'
import { activityBatches, type ActivityBatch } from '#parts/activity/activity-batches.ts'
import { activityGroups, readActivityGroup } from '#parts/activity/activity-words.ts'
import { requestedText } from '#lib/text/text.ts'
import { SettingsSection } from '#pages/settings/settings-section.tsx'

/** Today lists changed flows where there is no activity: data of the sample, or from before it was recorded. */
const emptyWords =
  'No one has signed in or changed anything yet. Changes that came with sample or imported data are not listed.'

const rowId = ({ latest }: ActivityBatch) => latest.id
/** Maximum length of an id. */
const maxActor = 200

/** Options of the actor filter: the first page of people, and the actor in the URL. */
function useActors(actor: string): { value: string; label: string }[] {
  const people = useQuery(q(personApi.list, { limit: maxLimit })).data?.results ?? []
  const known = people.map(({ id, name }) => ({ value: id, label: name }))
  const isOther = actor !== '' && !known.some(({ value }) => value === actor)
  return [{ value: '', label: 'Everyone' }, ...known, ...(isOther ? [{ value: actor, label: actor }] : [])]
}

/** What the pager counts: "actions, in 8 rows", since a row may stand for several actions. */
const unitOf = (total: number, actions: number, rows: number): string =>
  (total === 1 ? 'action' : 'actions') + (rows < actions ? `, in ${count(rows, 'row')}` : '')

interface Filter {
  actor: string
  action: string
}

const everything: Filter = { actor: '', action: '' }

function ActivityFilter({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  return (
    <div className="flex flex-wrap gap-2" role="search" aria-label="Activity">
      <Select
        aria-label="Person or key"
        className="sm w-52! max-sm:w-full!"
        value={filter.actor}
        options={useActors(filter.actor)}
        onValue={(actor) => onFilter({ ...filter, actor })}
      />
      <Select
        aria-label="Action"
        className="sm w-52! max-sm:w-full!"
        value={readActivityGroup(filter.action)}
        options={activityGroups}
        onValue={(action) => onFilter({ ...filter, action })}
      />
    </div>
  )
}

function NoActivity({ isPart, onShowAll }: { isPart: boolean; onShowAll: () => void }) {
  return (
    <EmptyFilter words={isPart ? 'No activity matches.' : emptyWords}>
      {isPart && <Button onClick={onShowAll}>Show all</Button>}
    </EmptyFilter>
  )
}

export function ActivitySection() {
  const [query, setQuery] = useSearchParams()
  const place = readPlace(query)
  const actor = requestedText(query.get('actor'), maxActor)
  const action = readActivityGroup(query.get('action'))
  const filter: Filter = { actor, action }
  const isFiltered = actor !== '' || action !== ''
  const list = useQuery(
    q(activityApi.list, {
      limit: defaultLimit,
      ...placeInput(place),
      ...(actor === '' ? {} : { actor }),
      ...(action === '' ? {} : { action }),
    }),
  )
  const page = list.data
  const batches = activityBatches(page?.results ?? [])
  const go = (by: Filter, to: ListPlace | null) => {
    const next = new URLSearchParams()
    if (by.actor !== '') next.set('actor', by.actor)
    if (by.action !== '') next.set('action', by.action)
    if (to !== null) writePlace(next, to)
    setQuery(next)
  }
  const after = page && placeAfter(page, place)
  const before = page && placeBefore(page, place, defaultLimit)
  return (
    <SettingsSection title="Activity" words="Who did what, when and from where. Kept for a year.">
      <ActivityFilter filter={filter} onFilter={(next) => go(next, null)} />
      {list.error !== null && <LoadNote what="Activity" error={list.error} onRetry={() => void list.refetch()} />}
      {page === undefined && list.error === null && <SkeletonRows />}
      {page !== undefined && page.results.length === 0 && (
        <NoActivity isPart={isFiltered || place.from > 0} onShowAll={() => go(everything, null)} />
      )}
      {page !== undefined && page.results.length > 0 && (
        <div className="card settings-table">
          <ProgressLine busy={list.isFetching} />
          <Table label="Activity" columns={activityColumns} rows={batches} rowId={rowId} />
          <Pager
            from={place.from}
            rows={page.results.length}
            count={page.count}
            isEstimate={page.count_is === 'about'}
            unit={unitOf(page.count, page.results.length, batches.length)}
            onPrevious={before ? () => go(filter, before) : null}
            onNext={after ? () => go(filter, after) : null}
          />
        </div>
      )}
    </SettingsSection>
  )
}
