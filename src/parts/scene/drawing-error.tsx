import { ErrorState } from '#ui/feedback/error-state.tsx'

/** What holds a flow failed: there is nothing to draw. */
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
