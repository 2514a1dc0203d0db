import { useState } from 'react'
import { Note } from '#ui/feedback/note.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { TextView } from '#ui/text/text-view.tsx'
import { useText } from '#ui/text/use-text.ts'

/** The template that is sent, with search. */
export function JsonView({ name, template }: { name: string; template: Blob }) {
  const [searchText, setSearchText] = useState('')
  const text = useText(template, searchText, 'json')
  const matchCount = text.searchResult?.searchText === searchText ? text.searchResult.matches.count : null
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 px-4 py-3">
      <div className="flex flex-none flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-48 text-text-2">As sent to the service. Secrets are references.</p>
        <SearchField className="min-w-0 shrink" label="Search file" value={searchText} onSearch={setSearchText} />
        <span role="status" className="min-w-16 text-xs text-text-2">
          {searchText === '' || matchCount === null
            ? ''
            : matchCount === 0
              ? 'Not found'
              : `${matchCount.toLocaleString()} found`}
        </span>
      </div>
      {text.failed ? (
        <Note tone="bad" title="The file cannot be shown">
          The viewer could not be loaded. Switch to another view and back to try again.
        </Note>
      ) : text.count === null ? (
        <SkeletonRows />
      ) : (
        <TextView label={`Template of ${name}`} text={text} count={text.count} searchText={searchText} current={0} />
      )}
    </div>
  )
}
