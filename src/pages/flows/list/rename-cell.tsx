import { Suspense } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const RenameField = lazyPart(async () => (await import('./rename-field.tsx')).RenameField)

/** The field for a new name; the old name until its code has loaded. */
export const RenameCell = ({ flow, onDone }: { flow: FlowSummary; onDone: () => void }) => (
  <Suspense fallback={<bdi className="cut font-medium">{flow.name}</bdi>}>
    <RenameField flow={flow} onDone={onDone} />
  </Suspense>
)
