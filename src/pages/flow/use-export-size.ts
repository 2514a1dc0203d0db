import { useLayoutEffect, useState } from 'react'
import type { FlowDetail } from '#contract/flow.ts'

/** On its way with the page: it is there before the flow is, as a rule, and the page can be used without it. */
const weighing = import('./export-size.ts')

/** How large the exported file is, in words; null where that is not known. */
export function useExportSize(flow: FlowDetail): string | null {
  const [weighed, setWeighed] = useState<{ of: FlowDetail; size: string | null } | null>(null)
  // Before the next frame, where the code is there: the button does not grow under the eyes.
  useLayoutEffect(() => {
    let isOver = false
    weighing.then(
      ({ exportSize }) => {
        if (!isOver) setWeighed({ of: flow, size: exportSize(flow) })
      },
      // Without the code the button says what it does, and no more.
      () => null,
    )
    return () => {
      isOver = true
    }
  }, [flow])
  return weighed?.size ?? null
}
