import { CircleCheck, CircleSlash, Upload } from 'lucide-react'
import { useExtension, useProduct } from '#api/query/me.ts'
import type { FileFlow } from '#files/file-result.ts'
import { formatTitle } from '#flow/formats/format-titles.ts'
import type { FlowReview } from '#flow/file/review.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { stepToolCategories, withStepChoice, type StepChoices, type StepGroup } from '#flow/choices/step-choices.ts'
import { ReviewSteps } from '#pages/import/steps/review-steps.tsx'
import { importLabel, outcomeText } from '#pages/import/steps/step-words.ts'
import { ReviewVerdict } from '#pages/import/steps/review-verdict.tsx'
import { Button } from '#ui/controls/button.tsx'
import { withBinding, type ImportChoices, type NeedChoice, type NeedField } from './import-choices.ts'
import { chooseCreated, type ImportRow } from '#pages/import/rows/import-rows.ts'
import { missingOrChosenNeeds, type AccountKeys } from './missing-needs.ts'
import { NameItem } from './name-item.tsx'
import { NeedsItem } from './needs-item.tsx'
import { OutcomeItem } from './outcome-item.tsx'
import { ConversionItems } from './conversion-items.tsx'
import { formatWord, rowTitle } from '#pages/import/rows/row-words.ts'
import { companionName } from '#pages/import/rows/source-file.ts'
import { ProductItems } from './product-item.tsx'
import { ReviewItem } from './review-item.tsx'
import { SecretsItem } from './secrets-item.tsx'
import { UnconfirmedItem } from './unconfirmed-item.tsx'
import { useCreation, useToolForSteps } from '#pages/import/creation/use-creation.tsx'
import { UpdateOffer } from '#pages/import/update/update-offer.tsx'
import type { UnsureResolution } from '#pages/import/use-import.ts'

const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']

export interface ReviewActions {
  onChoices: (choices: ImportChoices) => void
  onNode: (id: string) => void
  onGroup: (group: StepGroup) => void
  onSkip: (isSkipped: boolean) => void
  onImport: () => void
  onSave: () => void
  /** Resolves an import whose outcome is unknown. */
  onResolveUnsure: (how: UnsureResolution) => void
}

/** Buttons to skip or import one flow, until it is sent. */
function Foot({
  row,
  steps,
  isOnly,
  lockedReason,
  actions: { onSkip, onImport },
}: {
  row: ImportRow
  steps: ChosenSteps | null
  /** Whether it is the only flow: the button of the page imports it. */
  isOnly: boolean
  lockedReason: string | null
  actions: ReviewActions
}) {
  const { name } = row.state
  const product = useProduct()
  if (name !== 'ready' && name !== 'skipped') return null
  const label = importLabel(steps, row.choices.steps)
  return (
    <div className="import-foot">
      <span className="flex-1 text-xs text-text-2 max-sm:basis-full">
        {name === 'skipped' ? 'Skipped' : product === null ? outcomeText(steps, row.choices.steps) : ''}
      </span>
      {(!isOnly || name === 'skipped') && (
        <Button onClick={() => onSkip(name === 'ready')}>{name === 'ready' ? 'Skip' : 'Do not skip'}</Button>
      )}
      {name === 'ready' && !isOnly && (
        <Button icon={<Upload />} reason={lockedReason} onClick={onImport}>
          {label === 'Import' ? 'Import this flow' : label}
        </Button>
      )}
    </div>
  )
}

/** Secrets of the file, and what the account lacks. */
function NeedItems({
  review,
  account,
  choices,
  lockedReason,
  canChoose,
  actions,
  create,
}: {
  review: FlowReview
  account: AccountKeys | null
  choices: ImportChoices
  lockedReason: string | null
  canChoose: boolean
  actions: Pick<ReviewActions, 'onChoices' | 'onNode'>
  create: ReturnType<typeof useCreation>['create']
}) {
  const choose = (field: NeedField) => (key: string, chosen: NeedChoice | null) =>
    actions.onChoices(withBinding(choices, field, key, chosen))
  return (
    <>
      {review.secrets.count + review.renamedSecrets > 0 && (
        <SecretsItem
          secrets={review.secrets}
          renamed={review.renamedSecrets}
          account={account}
          choices={choices}
          lockedReason={lockedReason}
          canChoose={canChoose}
          onNode={actions.onNode}
          onChoose={choose('secrets')}
          create={(need) => create('secrets', need)}
        />
      )}
      {fields.map((field) => {
        const missing = missingOrChosenNeeds(account, field, review.needs[field], choices)
        if (missing.length === 0) return null
        return (
          <NeedsItem
            key={field}
            field={field}
            missing={missing}
            all={review.needs[field].count}
            choices={choices}
            lockedReason={lockedReason}
            canChoose={canChoose}
            onChoose={choose(field)}
            create={(need) => create(field, need)}
          />
        )
      })}
    </>
  )
}

function Head({ row, format }: { row: ImportRow; format: string }) {
  const isConverted = useProduct() === null
  return (
    <header className="import-review-head">
      <h2 className="line-clamp-2 min-w-0 flex-1 font-semibold wrap-anywhere" title={rowTitle(row)} dir="auto">
        {rowTitle(row)}
      </h2>
      <span className="flex-none text-xs text-text-3">{isConverted ? formatWord(format) : formatTitle(format)}</span>
    </header>
  )
}

/** Why the service does not accept the file; in front of a product that does, what goes to it. */
function FileAnswer({ row, flow, refusal }: { row: ImportRow; flow: FileFlow; refusal: string | null }) {
  const product = useProduct()?.title
  const companion = companionName(row)
  if (refusal !== null && companion !== null)
    return (
      <ReviewItem icon={CircleCheck} tone="ok" title={`Goes with ${companion}`}>
        <p className="text-text-2">{refusal}</p>
      </ReviewItem>
    )
  if (refusal !== null)
    return (
      <ReviewItem icon={CircleSlash} tone="warn" title={`${product ?? 'This service'} does not accept this file`}>
        <p className="text-text-2">{refusal}</p>
      </ReviewItem>
    )
  return product !== undefined && <ProductItems row={row.key} flow={flow} product={product} />
}

/** Changes the choices for steps, also to a tool that is created for them. */
function useStepChoices(
  place: Parameters<typeof useToolForSteps>[0],
  choices: ImportChoices,
  onChoices: ReviewActions['onChoices'],
) {
  const chooseSteps = (steps: StepChoices) => onChoices({ ...choices, steps })
  const toolForSteps = useToolForSteps(place, ({ key }, { key: tool, name, category: own }) => {
    const category = stepToolCategories.find((one) => one === own)
    if (category !== undefined)
      chooseSteps(withStepChoice(choices.steps ?? {}, key, { kind: 'tool', key: tool, name, category }))
  })
  return { chooseSteps, toolForSteps }
}

/** Review of one flow before its import, with the decisions about it. */
export function ReviewPanel({
  row,
  flow,
  steps,
  canChooseSteps,
  isOnly,
  name,
  isClash,
  existingFlowId,
  account,
  accountFailed,
  lockedReason,
  refusal,
  actions,
}: {
  row: ImportRow
  flow: FileFlow
  /** The flow with the choices for its steps; null while it is computed. */
  steps: ChosenSteps | null
  /** Whether the service accepts a changed file. */
  canChooseSteps: boolean
  /** Whether it is the only flow of the import. */
  isOnly: boolean
  /** The name under which the flow is imported. */
  name: string
  isClash: boolean
  /** Id of the flow in the account with the same name; null if there is none. */
  existingFlowId: string | null
  account: AccountKeys | null
  /** Whether reading the account failed. */
  accountFailed: boolean
  lockedReason: string | null
  /** Why the service does not accept the file; null if it does. */
  refusal: string | null
  actions: ReviewActions
}) {
  const canChoose = useExtension('flow_life')
  // A product gets the file as it is, and has its own tools, channels and secrets.
  const isConverted = useProduct() === null
  const creation = useCreation({
    row: row.key,
    flow,
    canChoose,
    onChosen: (field, key, choice) => chooseCreated(row.key, field, key, choice),
  })
  const { review } = flow
  const { choices, state } = row
  const isOpen = state.name === 'ready' || state.name === 'skipped' || state.name === 'failed'
  const locked = lockedReason ?? (isOpen ? null : 'The flow is being imported or is already imported.')
  const { chooseSteps, toolForSteps } = useStepChoices(
    { row: row.key, flow, product: flow.review.verdict.product },
    choices,
    actions.onChoices,
  )
  const nameItem = refusal === null && (
    <NameItem
      isClash={isClash}
      name={name}
      isLocked={!isOpen || row.attempt !== null}
      onName={(next) => actions.onChoices({ ...choices, name: next })}
    />
  )
  return (
    <aside className="import-review" aria-label="Review">
      <Head row={row} format={flow.format} />
      {steps !== null && <ReviewVerdict steps={steps} />}
      <ul className="import-items" aria-label="Review results">
        <FileAnswer row={row} flow={flow} refusal={refusal} />
        <OutcomeItem row={row} lockedReason={lockedReason} onRetry={actions.onImport} onSave={actions.onSave} />
        {state.name === 'unsure' && (
          <UnconfirmedItem
            name={name}
            lookup={state.lookup}
            lockedReason={lockedReason}
            onResolve={actions.onResolveUnsure}
          />
        )}
        {isOpen && !row.isCopy && <UpdateOffer row={row} flow={flow} existingFlowId={existingFlowId} />}
        {isClash && nameItem}
        {steps !== null && (
          <ReviewSteps
            steps={steps}
            choices={choices.steps}
            account={account}
            accountFailed={accountFailed}
            lockedReason={locked}
            canChoose={canChooseSteps}
            isOpen={isOpen}
            onChoices={chooseSteps}
            onCreate={canChoose ? toolForSteps.create : null}
            onNode={actions.onNode}
            onShow={actions.onGroup}
          />
        )}
        {isConverted && (
          <NeedItems
            review={review}
            account={account}
            choices={choices}
            lockedReason={locked}
            canChoose={canChoose}
            actions={actions}
            create={creation.create}
          />
        )}
        {accountFailed && (
          <li className="import-item text-text-2">
            The tools, channels and secrets of the account could not be loaded. Missing ones are listed after the
            import.
          </li>
        )}
        {!isClash && nameItem}
        {isConverted && <ConversionItems review={review} format={flow.format} isImported={state.name === 'done'} />}
      </ul>
      <Foot row={row} steps={steps} isOnly={isOnly} lockedReason={lockedReason ?? refusal} actions={actions} />
      {creation.dialog}
      {toolForSteps.dialog}
    </aside>
  )
}
