import { CircleCheck, FileClock, Fingerprint, TriangleAlert, Unlink } from 'lucide-react'
import { convertedFrom } from '#flow/formats/format-titles.ts'
import { messageCounts, messageLine, type MessageCount } from '#flow/file/message-counts.ts'
import type { FlowReview } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'
import { otherContentText } from './conversion-words.ts'
import { notesOf, versionCode } from './missing-needs.ts'
import { ReviewItem } from './review-item.tsx'

/** Distinct messages, and how many of `total` are not among them. */
function Lines({ lines, total }: { lines: readonly MessageCount[]; total: number }) {
  const more = total - lines.reduce((sum, line) => sum + line.count, 0)
  return (
    <ul className="grid gap-0.5 text-text-2">
      {lines.map((line) => (
        <li key={line.message}>{messageLine(line)}</li>
      ))}
      {more > 0 && <li>and {more.toLocaleString()} more</li>}
    </ul>
  )
}

/** Items of the review about the conversion: warnings of the reader, changes, and converted content. */
export function ConversionItems({
  review,
  format,
  isImported,
}: {
  review: FlowReview
  format: string
  isImported: boolean
}) {
  const { warnings, changedIds, dangling } = review
  const version = warnings.find(({ code }) => code === versionCode)
  const notes = notesOf(review)
  const noteCount = notes.reduce((sum, group) => sum + group.count, 0)
  const noteLines = notes.flatMap(({ lines }) => lines)
  const from = convertedFrom(format)
  const content = otherContentText(review)
  return (
    <>
      {version !== undefined && (
        <ReviewItem icon={FileClock} tone="warn" title="Created for another version">
          <Lines lines={version.lines} total={version.count} />
          <p className="text-text-2">Unknown fields are preserved. Check the affected nodes before you run the flow.</p>
        </ReviewItem>
      )}
      {dangling.count > 0 && (
        <ReviewItem
          icon={Unlink}
          tone="warn"
          title={count(dangling.count, 'edge refers to a missing node', 'edges refer to missing nodes')}
        >
          <Lines lines={messageCounts(dangling.first)} total={dangling.count} />
          <p className="text-text-2">
            {dangling.count === 1 ? (isImported ? 'It was' : 'It is') : isImported ? 'They were' : 'They are'} not
            imported.
          </p>
        </ReviewItem>
      )}
      {changedIds.count > 0 && (
        <ReviewItem icon={Fingerprint} tone="quiet" title={`${count(changedIds.count, 'id')} changed`}>
          <ul className="text-xs text-text-2">
            {changedIds.first.map(({ kind, from: before, to }) => (
              <li key={`${kind} ${to}`}>
                {kind} <span className="mono">{before}</span> → <span className="mono">{to}</span>
              </li>
            ))}
          </ul>
          {changedIds.count > changedIds.first.length && (
            <p className="text-text-2">and {(changedIds.count - changedIds.first.length).toLocaleString()} more</p>
          )}
        </ReviewItem>
      )}
      {noteCount > 0 && (
        <ReviewItem
          icon={TriangleAlert}
          tone="warn"
          title={
            from === null
              ? `${count(noteCount, 'warning')} while reading the file`
              : `${count(noteCount, 'warning')} during the conversion`
          }
        >
          <Lines lines={noteLines} total={noteCount} />
        </ReviewItem>
      )}
      {content !== '' && (
        <ReviewItem icon={CircleCheck} tone="ok" title={isImported ? 'Also imported' : 'Also in the import'}>
          <p className="text-text-2">{content}</p>
        </ReviewItem>
      )}
    </>
  )
}
