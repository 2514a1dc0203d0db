import { showToast } from '#ui/overlays/toast.tsx'
import { FlowDataLost } from './flows-lost.ts'

/**
 * Calls `onAnswer` with the answer to a question about a flow, after a user action. Errors are shown, except the end of
 * the worker, after which the page reads the flow again or shows what to do.
 */
export function handleFlowAnswer<T>(answer: Promise<T>, onAnswer: (answer: T) => void): void {
  answer.then(onAnswer, (problem: unknown) => {
    if (!(problem instanceof FlowDataLost))
      showToast({ message: problem instanceof Error ? problem.message : String(problem) })
  })
}
