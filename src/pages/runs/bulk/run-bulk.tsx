import { useQueryClient } from '@tanstack/react-query'
import { Ban, Check, Download, RotateCw, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useExtension, useMissingEndpoints, useWriteReason } from '#api/query/me.ts'
import { run as runApi, runCsvColumns } from '#contract/billing.ts'
import { runWork, type BulkAction, type RunReason } from '#contract/run-work.ts'
import { csvTables } from '#contract/kernel/extensions.ts'
import { count, formatCount } from '#lib/count.ts'
import { csvText } from '#lib/text/csv.ts'
import { useTableDownload } from '#parts/lists/use-csv.tsx'
import { useZone } from '#parts/display/zone.ts'
import { retryLinesWithoutPlan } from '#parts/runs/plan-lines.ts'
import { PlanLines } from '#parts/runs/retry-plan.tsx'
import { Button } from '#ui/controls/button.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { BulkBar } from '#ui/table/bulk-bar.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import type { BulkTarget } from './bulk-target.ts'
import { runCells } from './run-csv.ts'
import { markReasons, type ReasonMark } from './mark-reasons.ts'
import { PlanBox } from './plan-box.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { isQueueActive, maxQueue, startQueue, useRunQueue } from './run-queue.ts'

/** Asks before runs are retried or cancelled one by one, for services that have no plan. */
function QueueDialog({
  action,
  runs,
  onClose,
  onStarted,
}: {
  action: BulkAction
  runs: NonNullable<BulkTarget['runs']>
  onClose: () => void
  onStarted: () => void
}) {
  const client = useQueryClient()
  const verb = action === 'retry' ? 'Retry' : 'Cancel'
  const words = `${verb} ${count(runs.length, 'run')}`
  const submit = () => {
    void startQueue(client, action, runs)
    onStarted()
  }
  return (
    <PlanBox
      title={`${words}?`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button size="md" data-autofocus="" onClick={onClose}>
            Keep as they are
          </Button>
          <Button variant={action === 'cancel' ? 'danger-solid' : 'primary'} size="md" type="submit">
            {words}
          </Button>
        </>
      }
    >
      <PlanLines
        lines={
          action === 'retry'
            ? retryLinesWithoutPlan(runs.length)
            : [{ title: 'They stop now.', rest: 'Completed steps are kept. This cannot be undone.', isWarning: true }]
        }
      />
    </PlanBox>
  )
}

/** Downloads the selected runs as CSV: by filter from the service, or the selected rows. */
function useExport({ csv, runs }: BulkTarget): (() => void) | null {
  const zone = useZone()
  const hasTables = useExtension(csvTables)
  const download = useTableDownload(runApi.list, 'runs.csv')
  if (runs !== null)
    return () => {
      const rows = [runCsvColumns.map(({ label }) => label), ...runs.map((run) => runCells(run))]
      saveFile(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), 'runs.csv')
    }
  if (csv === null || !hasTables) return null
  return () =>
    download.mutate(
      { tz: zone, filters: csv },
      { onError: (error) => showToast({ message: `The CSV file could not be created. ${error.detail}` }) },
    )
}

/** Why an action is not possible; null if it is. */
function useActionReason(target: BulkTarget, hasBulk: boolean): string | null {
  const locked = useWriteReason()
  const queue = useRunQueue()
  if (locked !== null || hasBulk) return locked
  if (queue !== null && isQueueActive(queue)) return 'The previous selection is still in progress.'
  return (target.runs?.length ?? 0) > maxQueue ? `Select at most ${maxQueue} runs.` : null
}

/** Marks the selected reasons as solved; if all of them are, as open again. Left out if none are selected. */
function SolveButton({ reasons, onDone }: { reasons: readonly RunReason[]; onDone: () => void }) {
  const client = useQueryClient()
  const hasMarks = useExtension(runWork.solveReasons.extension ?? '')
  const locked = useWriteReason()
  if (!hasMarks || reasons.length === 0) return null
  const open = reasons.filter((reason) => !reason.solved)
  const mark: ReasonMark = open.length > 0 ? 'solve' : 'reopen'
  const keys = (open.length > 0 ? open : reasons).map(({ key }) => key)
  return (
    <Button
      icon={mark === 'solve' ? <Check /> : <Undo2 />}
      reason={locked}
      onClick={() => {
        onDone()
        void markReasons(client, mark, keys)
      }}
    >
      {mark === 'solve' ? 'Mark as solved' : 'Reopen'}
    </Button>
  )
}

/** The bar with the actions on selected runs, and their plans beside it. The key a focuses the bar. */
export function RunBulkBar({
  target,
  reasons,
  onSelectAll,
  onClear,
  onBulk,
}: {
  target: BulkTarget
  /** The selected reasons. */
  reasons: readonly RunReason[]
  /** Selects the runs on other pages too; null if there are none. */
  onSelectAll: { words: string; select: () => void } | null
  onClear: () => void
  /** Opens the results of a bulk action. */
  onBulk: (id: string) => void
}) {
  const box = useRef<HTMLElement>(null)
  useShortcuts({ a: () => box.current?.querySelector('button')?.focus() })
  const hasBulk = useExtension('run_bulk')
  const reason = useActionReason(target, hasBulk)
  const missing = useMissingEndpoints()
  const isOffered = (one: BulkAction) => hasBulk || !missing.includes(`run.${one}`)
  const [action, setAction] = useState<BulkAction | null>(null)
  const exportRuns = useExport(target)
  const end = () => setAction(null)
  const none = (verb: string) => `None of these runs can be ${verb}.`
  return (
    <>
      <BulkBar
        box={box}
        label="Selected runs"
        words={target.count === null ? 'All selected' : `${formatCount(target.count)} selected`}
        onClear={onClear}
      >
        {onSelectAll !== null && (
          <Button variant="quiet" className="max-sm:hidden" onClick={onSelectAll.select}>
            {onSelectAll.words}
          </Button>
        )}
        <span className="rule" />
        {isOffered('retry') && (
          <Button
            icon={<RotateCw />}
            reason={reason ?? (target.actions.includes('retry') ? null : none('retried'))}
            onClick={() => setAction('retry')}
          >
            Retry…
          </Button>
        )}
        {isOffered('cancel') && target.actions.includes('cancel') && (
          <Button icon={<Ban />} reason={reason} onClick={() => setAction('cancel')}>
            Cancel…
          </Button>
        )}
        <SolveButton reasons={reasons} onDone={onClear} />
        {exportRuns !== null && (
          <Button icon={<Download />} className="max-sm:hidden" onClick={exportRuns}>
            Export
          </Button>
        )}
      </BulkBar>
      {action !== null &&
        (hasBulk ? (
          <PlanDialog
            action={action}
            target={target}
            onClose={end}
            onStarted={({ id }) => {
              end()
              onClear()
              onBulk(id)
            }}
          />
        ) : (
          target.runs !== null && (
            <QueueDialog
              action={action}
              runs={target.runs}
              onClose={end}
              onStarted={() => {
                end()
                onClear()
              }}
            />
          )
        ))}
    </>
  )
}
