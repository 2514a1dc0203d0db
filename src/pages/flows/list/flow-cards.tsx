import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { FlowSummary } from '#contract/flow.ts'
import { flowState } from '#flow/health/verdict-words.ts'
import { Cost } from '#parts/display/cost.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { flowPath } from '#ui/paths.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Figure } from '#ui/table/figure.tsx'
import { useRowKeys } from '#ui/table/row-keys.ts'
import { distinctKeys, pickRange } from '#ui/table/row-selection.ts'
import type { TableSelection } from '#ui/table/table.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { Failures } from './flow-columns.tsx'
import { FlowDrawing, useFlowDrawings } from './flow-drawing.tsx'
import { LastRun } from './last-run.tsx'
import { recentFailures } from './recent-failures.ts'
import { FlowStatusCell } from './flow-status-cell.tsx'
import { FlowStateMark } from './flow-state-mark.tsx'
import { FlowMenu, openMenuByKey } from './flow-menu.tsx'
import { useFlowRows } from './flow-rows-context.ts'
import { PendingDeletionSlot } from '#pages/flows/deletion/pending-deletion-slot.tsx'
import { RenameCell, RowWriteStatus } from './name-cell.tsx'

/** Maximum tags beside the status. */
const maxTags = 2

/** Name, selection and menu; a field while renaming; struck through while a deletion can be cancelled. */
function CardHead({ flow, selection }: { flow: FlowSummary; selection: TableSelection }) {
  const { pendingDeletions, renamedId, onRename, abilities, lockedReason } = useFlowRows()
  const pendingDeletion = pendingDeletions.get(flow.id)
  if (pendingDeletion !== undefined) return <PendingDeletionSlot flow={pendingDeletion} />
  if (renamedId === flow.id) return <RenameCell flow={flow} onDone={() => onRename(null)} />
  return (
    <div className="flex min-w-0 items-start gap-2">
      {flow.id !== '' && (
        <span className="grid h-5 flex-none place-items-center">
          <Checkbox
            label={`Select ${flow.name}`}
            checked={selection.ids.has(flow.id)}
            onChange={() => selection.onChange(pickRange(selection.ids, [flow.id], 0, 0))}
          />
        </span>
      )}
      <RowLink
        id={flow.id}
        to={flowPath}
        className="cut flex-1 font-medium hover:underline"
        title={flow.name}
        onKeyDown={(event) => {
          if (event.key === 'F2' && lockedReason === null && abilities.canRename) onRename(flow.id)
          openMenuByKey(event)
        }}
      >
        <bdi>{flow.name}</bdi>
      </RowLink>
      {flow.id !== '' && <FlowMenu flow={flow} className="-my-1 -mr-1.5" />}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Card({
  flow,
  selection,
  drawings,
}: {
  flow: FlowSummary
  selection: TableSelection
  /** Null if the service has none. */
  drawings: ReturnType<typeof useFlowDrawings>
}) {
  const { writes } = useFlowRows()
  const state = flowState(flow.validation_summary)
  return (
    <li className="card flow-card" data-selected={selection.ids.has(flow.id) ? '' : undefined} tabIndex={-1}>
      <CardHead flow={flow} selection={selection} />
      {drawings !== null && flow.id !== '' && (
        <Link to={flowPath(flow.id)} tabIndex={-1} aria-hidden="true">
          <FlowDrawing drawing={drawings.get(flow.id)} />
        </Link>
      )}
      <div className="flex min-w-0 items-center gap-2">
        {/* A tag without room is in a second line, which is hidden. */}
        <span className="flex h-[22px] min-w-0 flex-1 flex-wrap items-center gap-x-1.5 overflow-hidden">
          <FlowStatusCell flow={flow} boxed />
          {state !== null && <FlowStateMark state={state} />}
          {flow.tags.slice(0, maxTags).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {flow.tags.length > maxTags && <span className="text-2xs text-text-3">+{flow.tags.length - maxTags}</span>}
          <RowWriteStatus write={writes.get(flow.id)} />
        </span>
        <span className=" flex-none text-xs">
          <LastRun flow={flow} />
        </span>
      </div>
      <dl className="card-facts">
        <Fact name="Nodes">
          <Figure value={flow.node_count} />
        </Fact>
        {recentFailures(flow) === null ? (
          <Fact name="Runs, all time">
            <Figure value={flow.run_count} />
          </Fact>
        ) : (
          <Fact name="Runs, 30 d">
            <Figure value={flow.runs_last_30_days ?? null} />
          </Fact>
        )}
        {recentFailures(flow) !== null && (
          <Fact name="Failed, 30 d">
            <Failures flow={flow} />
          </Fact>
        )}
        <Fact name="Cost, 30 d">
          <Cost amount={flow.cost_last_30_days} currency={flow.currency} sum="short" />
        </Fact>
      </dl>
    </li>
  )
}

/** The flows of a page as cards. As in the table, j and k move the focus, Enter opens, x selects. */
export function FlowCards({ rows, selection }: { rows: readonly FlowSummary[]; selection: TableSelection }) {
  const list = useRef<HTMLUListElement>(null)
  const ids = rows.map((row) => row.id)
  const keys = distinctKeys(ids)
  const drawings = useFlowDrawings(ids)
  useRowKeys(list, (index) => selection.onChange(pickRange(selection.ids, ids, index, index)))
  return (
    <div className="table-frame">
      <ul ref={list} className="flow-cards" aria-label="Flows">
        {rows.map((flow, index) => (
          <Card key={keys[index]} flow={flow} selection={selection} drawings={drawings} />
        ))}
      </ul>
    </div>
  )
}
