import { lazy, Suspense } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { loadRename } from './later-parts.ts'

const RenameField = lazy(async () => ({ default: (await loadRename()).RenameField }))

/** The field for a new name; the old one until the field is there. */
export const RenameCell = ({ flow, onDone }: { flow: FlowSummary; onDone: () => void }) => (
  <Suspense fallback={<bdi className="cut font-medium">{flow.name}</bdi>}>
    <RenameField flow={flow} onDone={onDone} />
  </Suspense>
)
