import { showToast } from '#ui/overlays/toast.tsx'
import { FlowDataLost } from './flows-lost.ts'

/**
 * Goes on with what a press asked of a flow. Where the worker ended meanwhile nothing happens: the page reads the flow again,
 * or has said what to do. Any other refusal is said.
 */
export function whenAnswered<T>(answer: Promise<T>, goOn: (answer: T) => void): void {
  answer.then(goOn, (problem: unknown) => {
    if (!(problem instanceof FlowDataLost))
      showToast({ message: problem instanceof Error ? problem.message : String(problem) })
  })
}
