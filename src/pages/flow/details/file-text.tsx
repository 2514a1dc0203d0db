import { ChevronDown, ChevronUp, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { Note } from '#ui/feedback/note.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { TextView } from '#ui/text/text-view.tsx'
import { useText, type LongText } from '#ui/text/use-text.ts'

/** Search state: the query, which is in the URL, and the current match. */
function useSearch() {
  const [query, setQuery] = useSearchParams()
  const searchText = query.get('text') ?? ''
  const [place, setPlace] = useState({ searchText, at: 0 })
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
  const at = place.searchText === searchText ? place.at : 0
  return { searchText, at, search, show: (to: number) => setPlace({ searchText, at: to }) }
}

type Search = ReturnType<typeof useSearch>

/** The search field, the number of matches, and buttons to step through them. */
function SearchBar({ search, text }: { search: Search; text: LongText }) {
  const { searchText, at, show } = search
  const matches = text.searchResult?.searchText === searchText ? text.searchResult.matches : null
  const matchingLines = matches?.lines.length ?? 0
  const step = (by: number) => matchingLines > 0 && show((at + by + matchingLines) % matchingLines)
  const none = matchingLines > 0 ? null : searchText === '' ? 'Enter a search text first.' : 'No matches.'
  const words =
    searchText === '' || matches === null
      ? ''
      : matchingLines === 0
        ? 'Not found'
        : `${(at + 1).toLocaleString()} of ${matches.count.toLocaleString()}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles bubbling keys of the field inside
    <div
      className="flex max-w-full items-center gap-1 max-lg:mr-auto"
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement && event.target.value === searchText
        if (event.key === 'Enter' && isField) step(event.shiftKey ? -1 : 1)
      }}
    >
      <SearchField className="min-w-0 shrink" label="Search file" value={searchText} onSearch={search.search} />
      <span role="status" className="min-w-16 text-xs text-text-2">
        {words}
      </span>
      <IconButton label="Previous match" icon={<ChevronUp />} reason={none} onClick={() => step(-1)} />
      <IconButton label="Next match" icon={<ChevronDown />} reason={none} onClick={() => step(1)} />
    </div>
  )
}

/** The text of a flow's file: search, copy and download. */
export function FileText({
  name,
  file,
  busy = false,
  onDownload,
}: {
  /** Name of the flow. */
  name: string
  file: Blob
  busy?: boolean
  onDownload: () => void
}) {
  const search = useSearch()
  const text = useText(file, search.searchText)
  const copy = () => void file.text().then(copyText)
  return (
    <div className="flex min-h-80 flex-1 flex-col gap-2 px-5 py-3 max-lg:px-4">
      <div className="flex flex-none flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-text-2 max-lg:basis-full">
          The flow as exported. Secrets are references, never values.
        </p>
        <SearchBar search={search} text={text} />
        <Button icon={<Copy />} onClick={copy}>
          Copy
        </Button>
        <Button icon={<Download />} busy={busy} onClick={onDownload}>
          Download
        </Button>
      </div>
      {text.failed ? (
        <Note tone="bad" title="The file cannot be shown">
          The viewer could not be loaded. You can still copy or download the file.
        </Note>
      ) : text.count === null ? (
        <SkeletonRows />
      ) : (
        <TextView
          label={`File of ${name}`}
          text={text}
          count={text.count}
          searchText={search.searchText}
          current={search.at}
        />
      )}
    </div>
  )
}
