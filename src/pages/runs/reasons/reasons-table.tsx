import { ChevronDown, ChevronRight } from 'lucide-react'
import { Suspense, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useProduct } from '#api/query/me.ts'
import type { RunReason, RunReasons } from '#contract/run-work.ts'
import { count, formatCount } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { errorTitle, noReason } from '#parts/runs/run-reason.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { useRowKeys } from '#ui/table/row-keys.ts'
import { pickRange } from '#ui/table/row-selection.ts'
import type { TableSelection } from '#ui/table/table.tsx'
import { BlankCell } from './blank-cell.tsx'
import { isRising, knownCost } from './reason-groups.ts'
import type { ReasonRunsProps } from './reason-runs.tsx'
import { RetryOutlookText } from './retry-outlook.tsx'
import { Trend } from './trend.tsx'

/** Loaded before the first reason is expanded. */
const ReasonRuns = lazyPart(async () => (await import('./reason-runs.tsx')).ReasonRuns)

const ReasonMark = ({ reason }: { reason: RunReason }) =>
  reason.solved ? (
    <span className="reason-mark ok">solved</span>
  ) : reason.is_new ? (
    <span className="reason-mark bad">new</span>
  ) : (
    isRising(reason) && <span className="reason-mark warn">rising</span>
  )

/** The error in words, with the step and the flow below. */
function ReasonCell({ reason, isOpen, onToggle }: { reason: RunReason; isOpen: boolean; onToggle: () => void }) {
  const { error, node, flow, status } = reason
  const title = errorTitle(error) || noReason
  // Ids of a product's steps do not say which step it is.
  const isProduct = useProduct() !== null
  const step = node === null ? '' : node.name || (isProduct ? '' : node.id)
  return (
    <div className="reason-cell">
      <button
        type="button"
        className="reason-toggle"
        aria-expanded={isOpen}
        aria-label={`Runs: ${title}`}
        onClick={onToggle}
      >
        {isOpen ? <ChevronDown className="s" /> : <ChevronRight className="s" />}
      </button>
      <RunStatusBadge status={status} iconOnly />
      <div className="min-w-0">
        <div className="reason-title">
          <Tooltip words={error.message || title}>
            <span className="cut font-semibold" dir="auto">
              {title}
            </span>
          </Tooltip>
          <ReasonMark reason={reason} />
        </div>
        <div className="reason-place">
          {step !== '' && (
            <>
              <b className="font-medium text-text" dir="auto">
                {step}
              </b>
              {' · '}
            </>
          )}
          <bdi>{flow.name || flow.id}</bdi>
          {reason.solved && (
            <>
              {' · '}solved by <bdi>{reason.solved.by.name}</bdi> <TimeText at={reason.solved.at} />
            </>
          )}
        </div>
        {/* On a phone, the last time and the retry have no columns. */}
        <div className="flex flex-wrap gap-x-3 text-xs text-text-2 sm:hidden">
          <span>
            Last <TimeText at={reason.last_at} />
          </span>
          <RetryOutlookText error={error} />
        </div>
      </div>
    </div>
  )
}

function ReasonRow({
  reason,
  currency,
  selection,
  keys,
  isOpen,
  onToggle,
}: {
  reason: RunReason
  currency: string
  selection: TableSelection | undefined
  keys: readonly string[]
  isOpen: boolean
  onToggle: () => void
}) {
  const isSelected = selection?.ids.has(reason.key) === true
  const openByClick = ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) => {
    const isInside = target instanceof Element && currentTarget.contains(target)
    if (isInside && target.closest('a, button, input') === null) onToggle()
  }
  const openByKey = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    event.preventDefault()
    onToggle()
  }
  return (
    <tr
      tabIndex={-1}
      className={`reason ${isOpen ? 'is-open' : ''}`}
      data-selected={isSelected ? '' : undefined}
      data-reason={reason.key}
      data-opens=""
      onClick={openByClick}
      onKeyDown={openByKey}
    >
      {selection !== undefined && (
        <td className="select-cell">
          <Checkbox
            label={`Select ${count(reason.count, 'run')}: ${errorTitle(reason.error)}`}
            checked={isSelected}
            onChange={() => {
              const index = keys.indexOf(reason.key)
              selection.onChange(pickRange(selection.ids, keys, index, index))
            }}
          />
        </td>
      )}
      <td>
        <ReasonCell reason={reason} isOpen={isOpen} onToggle={onToggle} />
      </td>
      <td className="trend-cell">
        <Trend reason={reason} />
      </td>
      <td className="num font-semibold">{formatCount(reason.count)}</td>
      <td className="num first-cell text-text-2">
        <TimeText at={reason.first_at} />
      </td>
      <td className="num last-cell text-text-2">
        <TimeText at={reason.last_at} />
      </td>
      <td className="num cost-cell">
        <Cost amount={reason.cost} currency={currency} sum />
      </td>
      <td className="outlook-cell">
        <RetryOutlookText error={reason.error} />
      </td>
    </tr>
  )
}

function Head({ selection, keys }: { selection: TableSelection | undefined; keys: readonly string[] }) {
  const chosen = keys.filter((key) => selection?.ids.has(key)).length
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col" className="select-cell">
            <Checkbox
              label="Select all reasons"
              checked={chosen > 0 && chosen === keys.length}
              isIndeterminate={chosen > 0 && chosen < keys.length}
              onChange={() => selection.onChange(new Set(chosen === keys.length ? [] : keys))}
            />
          </th>
        )}
        <th scope="col">Reason</th>
        <th scope="col" className="trend-cell">
          Trend
        </th>
        <th scope="col" className="num count-cell">
          Runs
        </th>
        <th scope="col" className="num first-cell">
          First
        </th>
        <th scope="col" className="num last-cell">
          Last
        </th>
        <th scope="col" className="num cost-cell">
          Cost
        </th>
        <th scope="col" className="outlook-cell">
          Retry
        </th>
      </tr>
    </thead>
  )
}

/** The line below which the solved reasons are folded. */
const SolvedLine = ({
  solved,
  hasSelection,
  isOpen,
  onToggle,
}: {
  solved: readonly RunReason[]
  hasSelection: boolean
  isOpen: boolean
  onToggle: () => void
}) => (
  <tr className="reason">
    {hasSelection && <BlankCell className="select-cell" />}
    <td>
      <button
        type="button"
        className="flex min-h-6 cursor-pointer items-center gap-2 text-text-2"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {isOpen ? <ChevronDown className="s" /> : <ChevronRight className="s" />}
        {count(solved.length, 'solved reason')}
      </button>
    </td>
    <BlankCell className="trend-cell" />
    <td className="num text-text-2">{formatCount(solved.reduce((sum, reason) => sum + reason.count, 0))}</td>
    <BlankCell className="first-cell" />
    <BlankCell className="last-cell" />
    <BlankCell className="cost-cell" />
    <BlankCell className="outlook-cell" />
  </tr>
)

/**
 * One line per reason; an expanded one shows its runs. j and k move between lines, Enter expands, x selects. Solved
 * reasons are folded.
 * @param reasons in display order
 */
export function ReasonsTable({
  data,
  reasons,
  selection,
  rowKeys,
  ...runs
}: {
  data: RunReasons
  reasons: readonly RunReason[]
  selection: TableSelection | undefined
  rowKeys: boolean
} & Omit<ReasonRunsProps, 'reason' | 'hasSelection' | 'isSelected'>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [showsSolved, setShowsSolved] = useState(false)
  const solved = reasons.filter((reason) => reason.solved)
  const open = reasons.filter((reason) => !reason.solved)
  const shown = showsSolved ? [...open, ...solved] : open
  const keys = shown.map((reason) => reason.key)
  const select = (index: number) => {
    const row = body.current?.children[index]
    const at = row instanceof HTMLElement ? keys.indexOf(row.dataset['reason'] ?? '') : -1
    if (at !== -1) selection?.onChange(pickRange(selection.ids, keys, at, at))
  }
  useRowKeys(body, selection && select, rowKeys)
  const toggle = (key: string) => {
    const next = new Set(openKeys)
    if (!next.delete(key)) next.add(key)
    setOpenKeys(next)
  }
  const hasCosts = knownCost(data.other === null ? data.results : [...data.results, data.other]) !== ''
  const row = (reason: RunReason) => {
    const isOpen = openKeys.has(reason.key)
    return [
      <ReasonRow
        key={reason.key}
        reason={reason}
        currency={data.currency}
        selection={selection}
        keys={keys}
        isOpen={isOpen}
        onToggle={() => toggle(reason.key)}
      />,
      isOpen && (
        <Suspense key={`${reason.key} runs`}>
          <ReasonRuns
            reason={reason}
            hasSelection={selection !== undefined}
            isSelected={selection?.ids.has(reason.key) === true}
            {...runs}
          />
        </Suspense>
      ),
    ]
  }
  return (
    <div className="table-frame">
      <table className={`table reasons ${hasCosts ? '' : 'without-costs'}`} aria-label="Reasons">
        <Head selection={selection} keys={keys} />
        <tbody ref={body}>
          {open.map(row)}
          {solved.length > 0 && (
            <SolvedLine
              solved={solved}
              hasSelection={selection !== undefined}
              isOpen={showsSolved}
              onToggle={() => setShowsSolved(!showsSolved)}
            />
          )}
          {showsSolved && solved.map(row)}
          {data.other !== null && (
            <tr className="reason">
              {selection !== undefined && <BlankCell className="select-cell" />}
              <td className="text-text-2">{count(data.other.reasons, 'other reason')}</td>
              <BlankCell className="trend-cell" />
              <td className="num font-semibold">{formatCount(data.other.count)}</td>
              <BlankCell className="first-cell" />
              <BlankCell className="last-cell" />
              <td className="num cost-cell">
                <Cost amount={data.other.cost} currency={data.currency} sum />
              </td>
              <BlankCell className="outlook-cell" />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
