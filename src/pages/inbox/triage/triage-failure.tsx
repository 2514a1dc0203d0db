import { ActionError } from '#parts/display/action-error.tsx'
import { conversationName } from '#parts/display/conversation-name.ts'
import type { TriageProblem } from './use-triage.ts'

/** Error of a failed change; also shown after another conversation was opened. */
export function TriageFailure({
  problem,
  onRetry,
  onClose,
}: {
  problem: TriageProblem
  onRetry: () => void
  onClose: () => void
}) {
  return (
    <div className="flex-none p-3">
      <ActionError title={`${conversationName(problem.before)} was not changed`} error={problem.error} />
      <p className="mt-1 flex gap-3">
        {problem.error.status !== 404 && (
          <button type="button" className="link cursor-pointer" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="link cursor-pointer" onClick={onClose}>
          Dismiss
        </button>
      </p>
    </div>
  )
}
