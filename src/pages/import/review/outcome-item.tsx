import { CircleCheck, CircleX, RotateCw, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { mayHaveSucceeded } from '#api/request/idempotency-key.ts'
import { useProduct } from '#api/query/me.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { flowPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ImportRow } from '#pages/import/rows/import-rows.ts'
import { ReviewItem } from './review-item.tsx'
import { doneWords, missingSummary } from '#pages/import/rows/row-words.ts'

/** Item of the review with the result: a link to the flow, or why it was not imported. */
export function OutcomeItem({
  row: { state },
  lockedReason,
  onRetry,
  onSave,
}: {
  row: ImportRow
  lockedReason: string | null
  onRetry: () => void
  /** Retries saving the choices. */
  onSave: () => void
}) {
  const product = useProduct()?.title ?? null
  if (state.name === 'failed')
    return (
      <ReviewItem icon={CircleX} tone="bad" title="Not imported">
        <p className="text-text-2" role="alert">
          {failureMeaning(state.error)}{' '}
          {mayHaveSucceeded(state.error)
            ? 'It may have been imported anyway. Trying again never creates a duplicate.'
            : 'The file is still in the list.'}
          {state.error.requestId !== null && <span className="mono text-text-3"> {state.error.requestId}</span>}
        </p>
        <Button className="w-fit" icon={<RotateCw />} reason={lockedReason} onClick={onRetry}>
          Try again
        </Button>
      </ReviewItem>
    )
  if (state.name !== 'done') return null
  const missing = missingSummary(state.result)
  return (
    <>
      <ReviewItem icon={CircleCheck} tone="ok" title={doneWords(product)}>
        {missing !== '' && <p className="text-text-2">{missing}. The Health tab of the flow lists them.</p>}
        {state.id === '' ? (
          <p className="text-text-2">Find the flow in the list of flows.</p>
        ) : (
          <Link className="link w-fit" to={flowPath(state.id)}>
            Open flow
          </Link>
        )}
      </ReviewItem>
      {state.saveError !== null && (
        <ReviewItem icon={TriangleAlert} tone="warn" title="Your choices were not saved">
          <p className="text-text-2">The flow was imported. {failureMeaning(state.saveError)}</p>
          <Button className="w-fit" icon={<RotateCw />} reason={lockedReason} onClick={onSave}>
            Save choices again
          </Button>
        </ReviewItem>
      )}
    </>
  )
}
