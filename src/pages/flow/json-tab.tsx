import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { download } from '#api/client.ts'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel.ts'
import { useExportFlow } from '#parts/use-export-flow.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadError } from '#parts/load-error.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { copyText } from '#ui/copy.ts'
import { Note } from '#ui/note.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import type { TabProps } from './tab-content.tsx'
import { TextView } from './text-view.tsx'
import { useText, type LongText } from './use-text.ts'

/** The file as the service writes it: byte for byte what an export gives, made there, so that a large flow does not hold up the page. */
function useTemplateFile(id: string, version: number) {
  return useQuery<Blob, ApiError>({
    queryKey: [...keyOf(flowApi.export, { id }), version],
    queryFn: async ({ signal }) => (await download(flowApi.export, { id }, { signal })).blob,
  })
}

/** The search of the text: what is looked for, in the URL, and which of its places is shown. */
function useSearch() {
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('text') ?? ''
  const [place, setPlace] = useState({ wanted, at: 0 })
  const search = (text: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (text === '') next.delete('text')
        else next.set('text', text)
        return next
      },
      { replace: true },
    )
  const at = place.wanted === wanted ? place.at : 0
  return { wanted, at, search, show: (to: number) => setPlace({ wanted, at: to }) }
}

type Search = ReturnType<typeof useSearch>

/** What is looked for, how often it is there, and the way through the places. */
function SearchBar({ search, text }: { search: Search; text: LongText }) {
  const { wanted, at, show } = search
  const found = text.found?.wanted === wanted ? text.found.found : null
  const kept = found?.lines.length ?? 0
  const step = (by: number) => kept > 0 && show((at + by + kept) % kept)
  const none = kept === 0 ? 'Nothing is found.' : null
  const words =
    wanted === '' || found === null
      ? ''
      : kept === 0
        ? 'Not found'
        : `${(at + 1).toLocaleString()} of ${found.count.toLocaleString()}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field inside, heard where they bubble
    <div
      className="flex flex-none items-center gap-1"
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement && event.target.value === wanted
        if (event.key === 'Enter' && isField) step(event.shiftKey ? -1 : 1)
      }}
    >
      <SearchField label="Search in the file" value={wanted} onSearch={search.search} />
      <span role="status" className="min-w-16 text-xs text-text-2">
        {words}
      </span>
      <IconButton label="Previous place" icon={<ChevronUp />} reason={none} onClick={() => step(-1)} />
      <IconButton label="Next place" icon={<ChevronDown />} reason={none} onClick={() => step(1)} />
    </div>
  )
}

function File({ open: { flow }, file }: { open: TabProps['open']; file: Blob }) {
  const search = useSearch()
  const text = useText(file, search.wanted)
  const saving = useExportFlow()
  const copy = () => void file.text().then(copyText)
  return (
    <div className="flex min-h-80 flex-1 flex-col gap-2 px-5 py-3 max-lg:px-4">
      <div className="flex flex-none flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-text-2">
          The flow as an export writes it. Secrets stand in it as references, never as values.
        </p>
        <SearchBar search={search} text={text} />
        <Button icon={<Copy />} onClick={copy}>
          Copy
        </Button>
        <Button icon={<Download />} busy={saving.isPending} onClick={() => saving.mutate(flow)}>
          Download
        </Button>
      </div>
      <ActionError title="The file was not downloaded" error={saving.error} />
      {text.failed ? (
        <Note tone="bad" title="The file cannot be shown">
          The part of the console that opens it did not start. Copy and download work.
        </Note>
      ) : text.count === null ? (
        <SkeletonRows />
      ) : (
        <TextView
          label={`File of ${flow.name}`}
          text={text}
          count={text.count}
          wanted={search.wanted}
          current={search.at}
        />
      )}
    </div>
  )
}

/** The whole flow as its file: to search, copy and take away. Secrets are references in it. */
export function JsonTab({ open }: TabProps) {
  const file = useTemplateFile(open.flow.id, open.flow.version)
  if (file.data !== undefined) return <File open={open} file={file.data} />
  if (file.error === null) return <SkeletonRows />
  return <LoadError what="The file of this flow" error={file.error} onRetry={() => void file.refetch()} />
}
