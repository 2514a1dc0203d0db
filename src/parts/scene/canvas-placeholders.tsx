import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'

/** Placeholder for a canvas that is loading, shown after a short delay. `words` = what is being done. */
export const CanvasLoading = ({ words }: { words: string }) => (
  <Delayed>
    <div className="grid h-full flex-1 place-content-center bg-sunken text-text-3" role="status">
      {words}
    </div>
  </Delayed>
)

/** Error state for a flow that could not be drawn. */
export function DrawingError({ problem }: { problem: Error }) {
  return (
    <ErrorState
      title="The flow could not be drawn"
      meaning={problem.message}
      facts={[]}
      report={`${problem.name}: ${problem.message}`}
      onRetry={() => location.reload()}
      retryLabel="Reload the page"
    />
  )
}
