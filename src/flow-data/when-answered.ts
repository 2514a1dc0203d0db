import { showToast } from '#ui/overlays/toast.tsx'
import { FlowDataLost } from './flows-lost.ts'

/**
 * Continues with the answer to a user's question about a flow. Nothing happens if the worker ended meanwhile: the page
 * reads the flow again, or has shown what to do. Other errors are shown.
 */
export function whenAnswered<T>(answer: Promise<T>, goOn: (answer: T) => void): void {
  answer.then(goOn, (problem: unknown) => {
    if (!(problem instanceof FlowDataLost))
      showToast({ message: problem instanceof Error ? problem.message : String(problem) })
  })
}
