import { useState } from 'react'
import { licences } from 'virtual:licences'
import { foldedText } from '#ui/overlays/picker-options.ts'
import { SearchField } from '#ui/controls/search-field.tsx'

/** Dependencies of the console and the service, each with the text of its licence. */
export function LicencesList() {
  const [search, setSearch] = useState('')
  const normalizedSearch = foldedText(search.trim())
  const matchingLicences = licences.filter(({ name, licence }) =>
    foldedText(`${name} ${licence}`).includes(normalizedSearch),
  )
  return (
    <div className="grid gap-2">
      <SearchField label="Search packages" value={search} onSearch={setSearch} className="w-60! max-sm:w-full!" />
      <ul className="card divide-y divide-line overflow-hidden" aria-label="Packages">
        {matchingLicences.map(({ name, version, licence, text }) => (
          <li key={`${name}@${version}`}>
            <details className="licence">
              <summary className="flex min-h-(--row) cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1 hover:bg-hover focus-visible:-outline-offset-2">
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">
                  {name} <span className="font-normal text-text-3">{version}</span>
                </span>
                <span className="text-text-2">{licence}</span>
              </summary>
              {text === '' ? (
                <p className="px-4 pb-3 text-text-2">
                  The package contains no licence text. See {licence} at spdx.org.
                </p>
              ) : (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable
                <pre className="mono max-h-80 overflow-auto bg-sunken px-4 py-3 whitespace-pre-wrap" tabIndex={0}>
                  {text}
                </pre>
              )}
            </details>
          </li>
        ))}
      </ul>
      {matchingLicences.length === 0 && <p className="text-text-2">No package matches “{search}”.</p>}
    </div>
  )
}
