import { Undo2 } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { PendingDeletionSlot } from './pending-deletion-slot.tsx'
import { cancelDeletion, type PendingDeletion } from '#parts/flows/pending-deletions.ts'

/** Maximum flows that have their own line; more flows share one line. */
const maxLines = 3
/** Flows about to be deleted that are not among the visible rows, so that their deletion can be cancelled. */
export function PendingDeletionNotes({ flows }: { flows: readonly PendingDeletion[] }) {
  if (flows.length === 0) return null
  const waiting = flows.filter((flow) => flow.state === 'waiting')
  const others = flows.filter((flow) => flow.state === 'failed' || flow.state === 'uncopied')
  if (waiting.length > maxLines)
    return (
      <>
        <div className="flex items-center gap-2 border-b border-line px-5 py-1.5 text-text-2 max-lg:px-4">
          {waiting.length.toLocaleString()} flows on other pages will be deleted.
          <Button icon={<Undo2 />} onClick={() => waiting.forEach(({ id }) => cancelDeletion(id))}>
            Undo
          </Button>
        </div>
        <PendingDeletionNotes flows={others} />
      </>
    )
  return (
    <ul aria-label="About to be deleted">
      {flows.map((flow) => (
        <li key={flow.id} className="border-b border-line px-5 py-1.5 max-lg:px-4">
          <PendingDeletionSlot flow={flow} />
        </li>
      ))}
    </ul>
  )
}
