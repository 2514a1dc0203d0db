import { Suspense } from 'react'
import type { PendingDeletion } from '#parts/flows/pending-deletions.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const PendingDeletionLine = lazyPart(async () => (await import('./pending-deletion-line.tsx')).PendingDeletionLine)

/** Replaces the row of a flow that is about to be deleted. */
export const PendingDeletionSlot = ({ flow }: { flow: PendingDeletion }) => (
  <Suspense>
    <PendingDeletionLine flow={flow} />
  </Suspense>
)
