import { CircleX, LoaderCircle } from 'lucide-react'
import { Suspense } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { formatCount } from '#lib/count.ts'
import { flowState } from '#flow/health/verdict-words.ts'
import { FlowStatusBadge } from '#parts/display/status.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { flowPath } from '#ui/paths.ts'
import { Tag } from '#ui/feedback/tag.tsx'
import { FlowStateMark } from './flow-state-mark.tsx'
import { LastRun } from './last-run.tsx'
import { FlowMenu, openMenuByKey } from './flow-menu.tsx'
import { useFlowRows } from './flow-rows-context.ts'
import { recentFailures } from './recent-failures.ts'
import { PendingDeletionSlot } from '#pages/flows/deletion/pending-deletion-slot.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { itemWords, type FlowWrite } from '#pages/flows/bulk/flow-writes.ts'

/** Maximum tags beside a name, and beside a name with a state. */
const maxTags = 2
const maxTagsWithState = 1

/** Name, state and tags; a field while renaming; struck through while a deletion can be cancelled. */
export function NameCell({ flow }: { flow: FlowSummary }) {
  const { pendingDeletions, renamedId, onRename, abilities, lockedReason, writes, isPhone } = useFlowRows()
  const pendingDeletion = pendingDeletions.get(flow.id)
  if (pendingDeletion !== undefined) return <PendingDeletionSlot flow={pendingDeletion} />
  if (renamedId === flow.id) return <RenameCell flow={flow} onDone={() => onRename(null)} />
  const state = flowState(flow.validation_summary)
  const failures = recentFailures(flow)
  return (
    <div className="relative flex min-w-0 items-center gap-2">
      {isPhone && (
        <span className="w-4 flex-none">
          <FlowStatusBadge status={flow.status} iconOnly />
        </span>
      )}
      <div className="flex min-w-0 items-center gap-2 max-lg:flex-wrap max-lg:gap-y-0 max-lg:py-1.5 max-sm:py-2">
        <RowLink
          id={flow.id}
          to={flowPath}
          className="name cut max-lg:line-clamp-3 max-lg:basis-full max-lg:text-pretty max-lg:whitespace-normal"
          title={flow.name}
          dir="auto"
          onKeyDown={(event) => {
            if (event.key === 'F2' && lockedReason === null && abilities.canRename) onRename(flow.id)
            openMenuByKey(event)
          }}
        >
          {flow.name}
        </RowLink>
        {isPhone && (
          <span className="text-xs">
            <LastRun flow={flow} />
          </span>
        )}
        {isPhone && failures !== null && failures.count > 0 && (
          <span className={`text-xs ${failures.needsAttention ? 'status bad' : 'text-text-3'}`}>
            {failures.needsAttention && <CircleX />}
            {formatCount(failures.count)} failed, 30 d
          </span>
        )}
        {state !== null && <FlowStateMark state={state} className="sm:max-lg:basis-full" />}
        <RowTags tags={flow.tags} max={state === null ? maxTags : maxTagsWithState} />
        <RowWriteStatus write={writes.get(flow.id)} />
      </div>
      {flow.id !== '' && (
        <span className="row-actions">
          <FlowMenu flow={flow} className="-my-1" />
        </span>
      )}
    </div>
  )
}

const RowTags = ({ tags, max }: { tags: readonly string[]; max: number }) => (
  <span className="flow-tags flex flex-none items-center gap-2 max-lg:hidden">
    {tags.slice(0, max).map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
    {tags.length > max && <span className="text-2xs text-text-3">+{tags.length - max}</span>}
  </span>
)

const RenameField = lazyPart(async () => (await import('./rename-field.tsx')).RenameField)

/** The field for a new name; shows the old name until its code is loaded. */
export const RenameCell = ({ flow, onDone }: { flow: FlowSummary; onDone: () => void }) => (
  <Suspense fallback={<bdi className="cut font-medium">{flow.name}</bdi>}>
    <RenameField flow={flow} onDone={onDone} />
  </Suspense>
)

/** Status after the name of a flow: a pending or failed write. The panel beside the list shows the reason. */
export function RowWriteStatus({ write }: { write: FlowWrite | undefined }) {
  if (write === undefined) return null
  const words = itemWords(write.work.kind, write.item.state)
  if (write.item.state.name !== 'failed')
    return (
      <span className="status live flex-none text-xs" role="status">
        <LoaderCircle />
        {words}
      </span>
    )
  return (
    <span className="status bad flex-none text-xs">
      <CircleX />
      {words}
    </span>
  )
}
