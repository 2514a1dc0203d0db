import { Suspense } from 'react'
import type { LeavingFlow } from '#parts/flows/pending-deletions.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const LeavingLine = lazyPart(async () => (await import('./pending-deletion-line.tsx')).LeavingLine)

/** In the place of a flow that is about to be deleted. */
export const LeavingPlace = ({ flow }: { flow: LeavingFlow }) => (
  <Suspense>
    <LeavingLine flow={flow} />
  </Suspense>
)
