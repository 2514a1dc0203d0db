import { TriangleAlert } from 'lucide-react'
import { formatTitle } from '#flow/formats/format-titles.ts'
import { count } from '#lib/count.ts'
import { formatSize } from '#lib/formatters.ts'
import { TimeText } from '#parts/display/time.tsx'
import { FileDefinitions } from '#pages/flow/details/definitions-table.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'
import type { OpenFileFlow } from './use-file-flow.ts'

const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.length === 0 ? <span className="text-text-3">—</span> : <span className="mono">{keys.join(', ')}</span>

function About({ open: { storedFile, flow } }: { open: OpenFileFlow }) {
  const { format, requires, redacted } = storedFile.flow
  return (
    <section aria-label="About">
      <dl className="facts card px-4 py-3">
        <dt>File</dt>
        <dd className="wrap-anywhere">{storedFile.file}</dd>
        <dt>Format</dt>
        <dd>{formatTitle(format)}</dd>
        <dt>Description</dt>
        <dd className="whitespace-pre-line">{flow.description || <span className="text-text-3">—</span>}</dd>
        <dt>Size</dt>
        <dd>{formatSize(storedFile.bytes)} as a template</dd>
        <dt>Tools</dt>
        <dd>
          <Keys keys={requires.tools} />
        </dd>
        <dt>Channels</dt>
        <dd>
          <Keys keys={requires.channels} />
        </dd>
        <dt>Secrets</dt>
        <dd>
          <Keys keys={requires.secrets} />
          {redacted.length > 0 && (
            <span className="block text-xs text-text-3">
              {count(redacted.length, 'secret was', 'secrets were')} removed from the file and replaced by references.
            </span>
          )}
        </dd>
        <dt>Opened</dt>
        <dd>
          <TimeText at={new Date(storedFile.at).toISOString()} />
        </dd>
      </dl>
    </section>
  )
}

/** Maximum warnings that are listed. */
const maxWarnings = 200

/** Facts about a file: format, size and requirements, warnings of the reader, and metadata. */
export function FileMetadataTab({ open }: { open: OpenFileFlow }) {
  const { warnings } = open.storedFile.flow
  return (
    <ReadingColumn>
      <About open={open} />
      {warnings.length > 0 && (
        <section aria-label="Warnings">
          <h2 className="mb-2">
            Warnings <span className="font-normal text-text-3">{warnings.length.toLocaleString()}</span>
          </h2>
          <ul className="card grid gap-1.5 px-4 py-3">
            {warnings.slice(0, maxWarnings).map(({ message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- messages are not unique
              <li key={index} className="flex gap-2">
                <TriangleAlert className="mt-0.5 flex-none text-warn" />
                <span className="min-w-0 wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FileDefinitions metadata={open.flow.metadata} />
    </ReadingColumn>
  )
}
