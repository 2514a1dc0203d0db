import { RemovalDialog } from '#parts/forms/removal-dialog.tsx'
import { ChevronDown } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { useExtension } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { budget as budgetApi, type Budget } from '#contract/budget.ts'
import { budgetPauses } from '#contract/kernel/extensions.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { lookups } from '#parts/filters/lookups.ts'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import {
  budgetBodyOf,
  budgetWords,
  budgetDraftOf,
  newBudget,
  budgetProblemsOf,
  savedWords,
  budgetOfSameScope,
  type BudgetDraft,
} from './budget-draft.ts'

const periods = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'daily', label: 'Daily' },
] as const

const actionsOf = ({ flow }: BudgetDraft) =>
  [
    { value: 'warn', label: 'Warn only' },
    { value: 'pause', label: flow === null ? 'Pause all flows' : 'Pause the flow' },
  ] as const
const actionHints: Record<BudgetDraft['action'], string> = {
  warn: 'An alert is shown on every page.',
  pause:
    'No runs start until the next period, or until you raise the budget. Runs in progress stop before the next step that costs, and can be retried.',
}

const allFlows = { value: '', label: 'All flows' }
const findFlows = async (text: string, signal: AbortSignal) => [
  ...(text === '' ? [allFlows] : []),
  ...((await lookups['flow']?.search(text, signal)) ?? []),
]

/** The fields of a budget, with their errors. */
function BudgetFields({
  draft,
  onDraft,
  currency,
  errors,
  amountRef,
}: {
  draft: BudgetDraft
  onDraft: (draft: BudgetDraft) => void
  currency: string
  errors: Readonly<Record<string, string | undefined>>
  amountRef: RefObject<HTMLInputElement | null>
}) {
  const saved = savedWords(draft, currency)
  const hasPauses = useExtension(budgetPauses)
  return (
    <>
      <TextField
        ref={amountRef}
        label={`Amount in ${currency}`}
        data-autofocus=""
        inputMode="decimal"
        autoComplete="off"
        hint={
          saved === null ? (
            'Limit for each period.'
          ) : (
            <>
              Saved as <b className="text-text">{saved}</b>.
            </>
          )
        }
        value={draft.amount}
        error={errors['amount']}
        onValue={(amount) => onDraft({ ...draft, amount })}
      />
      <SelectField
        label="Period"
        value={draft.period}
        options={periods}
        error={errors['period']}
        onValue={(period) => onDraft({ ...draft, period })}
      />
      <Field label="Applies to" error={errors['flow']}>
        {(wiring) => (
          <Picker
            label="Flow"
            options={findFlows}
            chosen={[draft.flow?.id ?? '']}
            trigger={
              <Button {...wiring} size="md" className="w-full border-control! px-[9px]!">
                <bdi className="cut min-w-0 flex-1 text-left font-normal">
                  {draft.flow === null ? allFlows.label : draft.flow.name}
                </bdi>
                <ChevronDown className="s text-text-3" />
              </Button>
            }
            onChosen={([id = ''], pressed) =>
              onDraft({ ...draft, flow: id === '' ? null : { id, name: pressed.label } })
            }
          />
        )}
      </Field>
      {hasPauses && (
        <SelectField
          label="When it is used up"
          hint={actionHints[draft.action]}
          value={draft.action}
          options={actionsOf(draft)}
          error={errors['action']}
          onValue={(action) => onDraft({ ...draft, action })}
        />
      )}
      <TextField
        label="Alert at (%)"
        hint="Percentages of the amount, separated by commas."
        autoComplete="off"
        value={draft.thresholds}
        error={errors['thresholds']}
        onValue={(thresholds) => onDraft({ ...draft, thresholds })}
      />
    </>
  )
}

/** Refuses a second budget for the same flow and period: one budget can have several percentages. */
function DuplicateBudgetNote({ budget, onChange }: { budget: Budget; onChange: () => void }) {
  return (
    <Note tone="warn" title="This budget already exists">
      <p className="wrap-anywhere">
        <bdi>{budgetWords(budget)}</bdi>. Edit that budget, or choose another period or flow.
      </p>
      <Button className="mt-2" onClick={onChange}>
        Edit that budget
      </Button>
    </Note>
  )
}

/** Creates or changes a budget. */
export function BudgetDialog({
  budget: initialBudget,
  draft: initialDraft = newBudget,
  budgets,
  currency,
  onClose,
}: {
  /** Null = a new one. */
  budget: Budget | null
  /** The fields of a new one. */
  draft?: BudgetDraft
  /** All existing budgets. */
  budgets: readonly Budget[]
  currency: string
  onClose: () => void
}) {
  const create = useApiMutation(budgetApi.create)
  const edit = useApiMutation(budgetApi.edit)
  const zone = useZone()
  const hasPauses = useExtension(budgetPauses)
  const amountRef = useRef<HTMLInputElement>(null)
  const [budget, setBudget] = useState(initialBudget)
  const [draft, setDraft] = useState(budget === null ? initialDraft : budgetDraftOf(budget))
  const duplicate = budgetOfSameScope(draft, budgets, budget)
  const [wasSubmitted, setSubmitted] = useState(false)
  const error = create.error ?? edit.error
  const problems: Readonly<Record<string, string | undefined>> = wasSubmitted ? budgetProblemsOf(draft) : {}
  const errorOf = (field: string) =>
    problems[field] ??
    Object.entries(error?.fieldErrors ?? {})
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, texts]) => texts)[0]
  const closeWithToast = (message: string) => ({
    onSuccess: () => {
      showToast({ message })
      onClose()
    },
  })
  const send = () => {
    setSubmitted(true)
    if (Object.keys(budgetProblemsOf(draft)).length > 0 || duplicate !== null) return
    const body = budgetBodyOf(draft, hasPauses)
    if (budget === null) create.mutate({ body: { ...body, tz: zone } }, closeWithToast('The budget was set'))
    // A deleted flow cannot be sent again: an unchanged flow is left out.
    else {
      const { flow, ...rest } = body
      const isSame = flow === (budget.flow?.id ?? null)
      edit.mutate(
        { id: budget.id, body: { ...rest, ...(isSame ? {} : { flow }), version: budget.version } },
        closeWithToast('The budget was updated'),
      )
    }
  }
  const verb = budget === null ? 'Set budget' : 'Save budget'
  return (
    <Dialog
      title={budget === null ? 'Set budget' : 'Edit budget'}
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions onCancel={onClose} submitLabel={verb} busy={create.isPending || edit.isPending} />}
    >
      <ActionError
        title={`The budget was not ${budget === null ? 'set' : 'updated'}`}
        error={error}
        shownFields={['amount', 'period', 'flow', 'action', 'thresholds']}
      />
      <BudgetFields
        draft={draft}
        onDraft={setDraft}
        currency={currency}
        amountRef={amountRef}
        errors={{
          amount: errorOf('amount'),
          period: errorOf('period'),
          flow: errorOf('flow'),
          action: errorOf('action'),
          thresholds: errorOf('thresholds'),
        }}
      />
      {duplicate !== null && (wasSubmitted || draft !== newBudget) && (
        <DuplicateBudgetNote
          budget={duplicate}
          onChange={() => {
            const own = budgetDraftOf(duplicate)
            setBudget(duplicate)
            setDraft(draft.amount.trim() === '' ? own : { ...own, amount: draft.amount })
            amountRef.current?.focus()
          }}
        />
      )}
    </Dialog>
  )
}

/** Confirms the deletion of a budget. */
export function DeleteBudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const remove = useApiMutation(budgetApi.remove)
  return (
    <RemovalDialog
      title={
        <>
          Delete the budget for <bdi>{budget.flow?.name ?? 'all flows'}</bdi>?
        </>
      }
      doneMessage="The budget was deleted"
      failedTitle="The budget was not deleted"
      removal={remove}
      onRemove={(onSuccess) => remove.mutate({ id: budget.id }, { onSuccess })}
      onClose={onClose}
    >
      Alerts for this budget are no longer shown.{' '}
      {budget.action === 'pause' && 'Flows that it paused become active again. '}
      Recorded costs are not affected.
    </RemovalDialog>
  )
}
