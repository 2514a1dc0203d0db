import { showToast } from '#ui/overlays/toast.tsx'
import { FlowDataLost } from './flows-lost.ts'

/**
 * Continues with the answer to a question about a flow that a user action asked. If the worker ended meanwhile, nothing
 * happens, because the page reads the flow again or shows what to do. Other errors are shown.
 */
export function handleFlowAnswer<T>(answer: Promise<T>, onAnswer: (answer: T) => void): void {
  answer.then(onAnswer, (problem: unknown) => {
    if (!(problem instanceof FlowDataLost))
      showToast({ message: problem instanceof Error ? problem.message : String(problem) })
  })
}
