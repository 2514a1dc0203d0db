import { useRef, useState } from 'react'
import { useMe, useWriteReason } from '#api/query/me.ts'
import { maxBulk } from '#contract/conversation-work.ts'
import { count as countWords } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import type { Filters } from '#parts/filters/rules.ts'
import { combinedFilter } from '#parts/filters/combined-filter.ts'
import { useZone } from '#parts/display/zone.ts'
import { BulkBar } from '#ui/table/bulk-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useFocusFallback } from '#ui/browser/use-focus-fallback.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { BulkActions } from './bulk-actions.tsx'
import { needsConfirmation } from './bulk-words.ts'
import { focusList, keepFocus } from '#pages/inbox/focus-targets.ts'
import { triageFields, triageNames } from '#pages/inbox/triage/triage-fields.ts'
import { triageKeys } from '#pages/inbox/triage/triage-keys.ts'
import { useBulk, type BulkProblem, type BulkTarget, type BulkChange } from './use-bulk.ts'
import type { BulkUndo } from './use-undo-bulk.tsx'
import type { SelectedRows } from './use-selected-rows.ts'

/** Number of matches of a filter. */
interface MatchCount {
  /** Null = unknown. */
  count: number | null
  /** The count is an estimate. */
  isEstimate: boolean
}

/** Why all matches cannot be selected; null = they can. */
function selectAllReason({ count, isEstimate }: MatchCount): string | null {
  if (count === null) return 'Counting matching conversations.'
  if (isEstimate || count > maxBulk)
    return `At most ${maxBulk.toLocaleString()} can be changed at once. Narrow the filter first.`
  return null
}

/** Confirmation of a large change. */
const ConfirmationDialog = ({
  number,
  change,
  isAll,
  onConfirm,
  onClose,
}: {
  number: number
  change: BulkChange
  isAll: boolean
  onConfirm: () => void
  onClose: () => void
}) => (
  <Dialog
    title={`Change ${countWords(number, 'conversation')}?`}
    onClose={onClose}
    onSubmit={onConfirm}
    actions={
      <DialogActions
        focusCancel
        cancelLabel="Cancel"
        onCancel={onClose}
        submitLabel={`Change ${number.toLocaleString()}`}
      />
    }
  >
    <p className="text-text-2">
      {isAll ? 'All that match the filter' : 'All that are selected'} will be <bdi>{change.words}</bdi>. You can undo
      this for an hour with “Undo last change” in the page menu.
    </p>
  </Dialog>
)

/** Error of a bulk change: the number of matches differs from the one shown, or the service rejected the request. */
function BulkErrorNotice({
  problem,
  onRetry,
  onClose,
}: {
  problem: BulkProblem
  onRetry: (target: BulkTarget) => void
  onClose: () => void
}) {
  const { target, error, currentCount } = problem
  if (currentCount !== null)
    return (
      <Dialog
        title={`The filter now matches ${countWords(currentCount, 'conversation')}, not ${(target.expected_count ?? 0).toLocaleString()}. Change all?`}
        onClose={onClose}
        onSubmit={() => onRetry({ ...target, expected_count: currentCount })}
        actions={<DialogActions focusCancel cancelLabel="Cancel" onCancel={onClose} submitLabel="Change all" />}
      >
        <p className="text-text-2">Conversations arrived or changed in the meantime. Nothing has been changed yet.</p>
      </Dialog>
    )
  return (
    <div className="bulk-trouble">
      <ActionError title="Nothing was changed" error={error} />
      <p className="mt-1 flex gap-3">
        {error.isTransient && (
          <button type="button" className="link cursor-pointer" onClick={() => onRetry(target)}>
            Try again
          </button>
        )}
        <button type="button" className="link cursor-pointer" onClick={onClose}>
          Dismiss
        </button>
      </p>
    </div>
  )
}

/** Bulk actions on the selected conversations: a bar, and shortcuts. */
export function InboxBulk({
  selection,
  filters,
  matching,
  bulkUndo,
}: {
  selection: SelectedRows
  filters: Filters
  matching: MatchCount
  bulkUndo: BulkUndo
}) {
  const zone = useZone()
  const me = useMe()?.person ?? null
  const lockedReason = useWriteReason()
  const box = useRef<HTMLElement>(null)
  const clear = () => {
    const hadFocus = box.current?.contains(document.activeElement) === true
    selection.clear()
    if (hadFocus) focusList()
    // A picker returns the focus to its button, which is removed.
    else keepFocus()
  }
  const { run, problem, dismiss, isBusy } = useBulk(bulkUndo, clear)
  const [unconfirmedChange, setUnconfirmedChange] = useState<BulkChange | null>(null)
  const { ids, isAll } = selection
  const number = isAll ? (matching.count ?? 0) : ids.size
  const hasSelection = isAll || ids.size > 0
  const target: BulkTarget = isAll
    ? { filter: combinedFilter(filters), tz: zone, expected_count: number }
    : { ids: [...ids] }
  useFocusFallback(box, () => box.current?.querySelector('button'))
  const start = (change: BulkChange) => (needsConfirmation(number) ? setUnconfirmedChange(change) : run(target, change))
  const clickAction = (key: string) => () => box.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
  const reason = lockedReason ?? (isBusy ? 'The last change is still in progress.' : null)
  const { toMe, ...others } = triageKeys
  const fieldKeys = triageNames.flatMap((name) => triageFields[name].key ?? [])
  useShortcuts(
    hasSelection
      ? {
          ...Object.fromEntries([...Object.values(others), ...fieldKeys].map((key) => [key, clickAction(key)])),
          [toMe]: () => {
            if (me !== null && reason === null) start({ change: { assignee: me.id }, words: `assigned to ${me.name}` })
          },
        }
      : {},
  )
  const all = matching.count ?? 0
  return (
    <>
      {hasSelection && (
        <BulkBar
          box={box}
          label="Selected conversations"
          words={isAll ? `All ${number.toLocaleString()} that match` : `${number.toLocaleString()} selected`}
          onClear={clear}
        >
          {!isAll && all > ids.size && (
            <>
              <Button
                variant="quiet"
                className="max-lg:hidden"
                aria-label="Select all shown"
                onClick={selection.selectLoaded}
              >
                All shown
              </Button>{' '}
              <Button
                variant="quiet"
                reason={selectAllReason(matching)}
                aria-label={`Select all ${matching.isEstimate ? 'about ' : ''}${all.toLocaleString()}`}
                onClick={() => selection.selectAll(ids)}
              >
                All {matching.isEstimate ? 'about ' : ''}
                {all.toLocaleString()}
              </Button>
            </>
          )}
          <span className="rule" />
          <BulkActions name={countWords(number, 'conversation')} reason={reason} onBulkChange={start} />
        </BulkBar>
      )}
      {unconfirmedChange !== null && hasSelection && (
        <ConfirmationDialog
          number={number}
          change={unconfirmedChange}
          isAll={isAll}
          onConfirm={() => {
            setUnconfirmedChange(null)
            run(target, unconfirmedChange)
          }}
          onClose={() => setUnconfirmedChange(null)}
        />
      )}
      {problem !== null && (
        <BulkErrorNotice problem={problem} onRetry={(next) => run(next, problem.change)} onClose={dismiss} />
      )}
    </>
  )
}
