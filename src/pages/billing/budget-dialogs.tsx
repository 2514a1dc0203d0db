import { useState } from 'react'
import { useApiMutation } from '#api/query.ts'
import { budget as budgetApi, type Budget } from '#contract/budget.ts'
import { ActionError } from '#parts/action-error.tsx'
import { lookups } from '#parts/filters/lookups.ts'
import { useZone } from '#parts/zone.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-actions.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Picker } from '#ui/picker.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.tsx'
import { bodyOf, draftOf, newBudget, problemsOf, type BudgetDraft } from './budget-draft.ts'

const periods = [
  { value: 'monthly', label: 'A month' },
  { value: 'daily', label: 'A day' },
] as const

const allFlows = { value: '', label: 'All flows' }
const findFlows = async (text: string, signal: AbortSignal) => [
  ...(text === '' ? [allFlows] : []),
  ...((await lookups['flow']?.search(text, signal)) ?? []),
]

/** The fields of a budget, with what is wrong in them. */
function BudgetFields({
  draft,
  onDraft,
  currency,
  errors,
}: {
  draft: BudgetDraft
  onDraft: (draft: BudgetDraft) => void
  currency: string
  errors: Readonly<Record<string, string | undefined>>
}) {
  return (
    <>
      <TextField
        label={`Amount in ${currency}`}
        data-autofocus=""
        inputMode="decimal"
        autoComplete="off"
        hint="What its runs may cost in each period."
        value={draft.amount}
        error={errors['amount']}
        onValue={(amount) => onDraft({ ...draft, amount })}
      />
      <SelectField
        label="For"
        value={draft.period}
        options={periods}
        error={errors['period']}
        onValue={(period) => onDraft({ ...draft, period })}
      />
      <Field label="Of" error={errors['flow']}>
        {(wiring) => (
          <Picker
            label="Flow"
            options={findFlows}
            chosen={[draft.flow?.id ?? '']}
            trigger={
              <Button {...wiring} size="md" className="justify-start">
                <bdi className="cut">{draft.flow === null ? allFlows.label : draft.flow.name}</bdi>
              </Button>
            }
            onChosen={([id = ''], pressed) =>
              onDraft({ ...draft, flow: id === '' ? null : { id, name: pressed.label } })
            }
          />
        )}
      </Field>
      <TextField
        label="Say so at"
        hint="Percent of the amount, several by comma. A budget stops nothing: it says so on every page."
        autoComplete="off"
        value={draft.thresholds}
        error={errors['thresholds']}
        onValue={(thresholds) => onDraft({ ...draft, thresholds })}
      />
    </>
  )
}

/** Sets a budget, or changes one. */
export function BudgetDialog({
  changed,
  currency,
  onClose,
}: {
  /** Null = a new one. */
  changed: Budget | null
  currency: string
  onClose: () => void
}) {
  const create = useApiMutation(budgetApi.create)
  const edit = useApiMutation(budgetApi.edit)
  const zone = useZone()
  const [draft, setDraft] = useState(changed === null ? newBudget : draftOf(changed))
  const [tried, setTried] = useState(false)
  const error = create.error ?? edit.error
  const problems: Readonly<Record<string, string | undefined>> = tried ? problemsOf(draft) : {}
  const said = (field: string) =>
    problems[field] ??
    Object.entries(error?.fieldErrors ?? {})
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, texts]) => texts)[0]
  const done = (message: string) => ({
    onSuccess: () => {
      showToast({ message })
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (Object.keys(problemsOf(draft)).length > 0) return
    const body = bodyOf(draft)
    if (changed === null) create.mutate({ body: { ...body, tz: zone } }, done('The budget is set'))
    // A flow that is gone cannot be named again: what stays as it is is not sent.
    else {
      const { flow, ...rest } = body
      const isSame = flow === (changed.flow?.id ?? null)
      edit.mutate(
        { id: changed.id, body: { ...rest, ...(isSame ? {} : { flow }), version: changed.version } },
        done('The budget was changed'),
      )
    }
  }
  const verb = changed === null ? 'Set the budget' : 'Change the budget'
  return (
    <Dialog
      title={changed === null ? 'Set a budget' : 'Change the budget'}
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions onKeep={onClose} verb={verb} busy={create.isPending || edit.isPending} />}
    >
      <ActionError
        title={`The budget was not ${changed === null ? 'set' : 'changed'}`}
        error={error}
        shown={['amount', 'period', 'flow', 'thresholds']}
      />
      <BudgetFields
        draft={draft}
        onDraft={setDraft}
        currency={currency}
        errors={{
          amount: said('amount'),
          period: said('period'),
          flow: said('flow'),
          thresholds: said('thresholds'),
        }}
      />
    </Dialog>
  )
}

/** Asks before a budget goes. */
export function DeleteBudgetDialog({ removed, onClose }: { removed: Budget; onClose: () => void }) {
  const remove = useApiMutation(budgetApi.remove)
  const send = () =>
    remove.mutate(
      { id: removed.id },
      {
        onSuccess: () => {
          showToast({ message: 'The budget was deleted' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={
        <span className="wrap-anywhere">
          Delete the budget for <bdi>{removed.flow?.name ?? 'all flows'}</bdi>?
        </span>
      }
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions keep="Keep it" onKeep={onClose} keepFirst verb="Delete" danger busy={remove.isPending} />}
    >
      <p className="text-text-2">Nobody is told any more when it is nearly used up. What was spent stays as it is.</p>
      <ActionError title="The budget was not deleted" error={remove.error} />
    </Dialog>
  )
}
