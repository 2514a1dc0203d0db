import { lazy, Suspense } from 'react'
import type { LeavingFlow } from '#parts/leaving-flows.ts'
import { loadLeavingLine } from './later-parts.ts'

const LeavingLine = lazy(async () => ({ default: (await loadLeavingLine()).LeavingLine }))

/** In the place of a flow that is about to be deleted. */
export const LeavingPlace = ({ flow }: { flow: LeavingFlow }) => (
  <Suspense>
    <LeavingLine flow={flow} />
  </Suspense>
)
