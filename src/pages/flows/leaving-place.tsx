import { Suspense } from 'react'
import type { LeavingFlow } from '#parts/leaving-flows.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const LeavingLine = lazyPart(async () => (await import('./leaving-line.tsx')).LeavingLine)

/** In the place of a flow that is about to be deleted. */
export const LeavingPlace = ({ flow }: { flow: LeavingFlow }) => (
  <Suspense>
    <LeavingLine flow={flow} />
  </Suspense>
)
