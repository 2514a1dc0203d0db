import { ErrorState } from '#ui/feedback/error-state.tsx'

/** The flow could not be drawn. */
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
