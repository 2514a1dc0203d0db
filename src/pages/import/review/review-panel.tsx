import { CircleSlash, Upload } from 'lucide-react'
import { useExtension } from '#api/query/me.ts'
import type { FileFlow } from '#files/file-result.ts'
import { runsCompletely, verdictSentence } from '#flow/health/verdict.ts'
import { Button } from '#ui/controls/button.tsx'
import { withBinding, type ImportChoices, type NeedChoice, type NeedField } from './import-choices.ts'
import type { ImportRow } from '#pages/import/rows/import-rows.ts'
import { missingOrChosenNeeds, reviewVerdict, type AccountKeys } from './missing-needs.ts'
import { NameItem } from './name-item.tsx'
import { NeedsItem } from './needs-item.tsx'
import { OutcomeItem } from './outcome-item.tsx'
import { ConversionItems } from './conversion-items.tsx'
import { formatWord, rowTitle } from '#pages/import/rows/row-words.ts'
import { ReviewItem } from './review-item.tsx'
import { SecretsItem } from './secrets-item.tsx'
import { UnconfirmedItem } from './unconfirmed-item.tsx'
import { useCreation } from '#pages/import/creation/use-creation.tsx'
import type { UnsureResolution } from '#pages/import/use-import.ts'

const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']

export interface ReviewActions {
  onChoices: (choices: ImportChoices) => void
  onNode: (id: string) => void
  onSkip: (isSkipped: boolean) => void
  onImport: () => void
  onSave: () => void
  /** Resolves an import whose outcome is unknown. */
  onResolveUnsure: (how: UnsureResolution) => void
}

/** Buttons to skip or import one flow, until it is sent. */
function Foot({
  row,
  lockedReason,
  actions: { onSkip, onImport },
}: {
  row: ImportRow
  lockedReason: string | null
  actions: ReviewActions
}) {
  const { name } = row.state
  if (name !== 'ready' && name !== 'skipped') return null
  return (
    <div className="import-foot">
      <span className="flex-1 text-xs text-text-2">{name === 'skipped' ? 'Skipped' : 'Starts as a draft'}</span>
      <Button onClick={() => onSkip(name === 'ready')}>{name === 'ready' ? 'Skip' : 'Do not skip'}</Button>
      {name === 'ready' && (
        <Button icon={<Upload />} reason={lockedReason} onClick={onImport}>
          Import this flow
        </Button>
      )}
    </div>
  )
}

/** Review of one flow before its import, with the decisions about it. */
export function ReviewPanel({
  row,
  flow,
  name,
  isClash,
  warningCount,
  account,
  accountFailed,
  lockedReason,
  refusal,
  actions,
}: {
  row: ImportRow
  flow: FileFlow
  /** The name under which the flow is imported. */
  name: string
  isClash: boolean
  warningCount: number
  account: AccountKeys | null
  /** Whether reading the account failed. */
  accountFailed: boolean
  lockedReason: string | null
  /** Why the service does not accept the file; null if it does. */
  refusal: string | null
  actions: ReviewActions
}) {
  const canChoose = useExtension('flow_life')
  const creation = useCreation({ row: row.key, flow, canChoose })
  const { review } = flow
  const { choices, state } = row
  const isOpen = state.name === 'ready' || state.name === 'skipped' || state.name === 'failed'
  const locked = lockedReason ?? (isOpen ? null : 'The flow is being imported or is already imported.')
  const verdict = reviewVerdict(review, account, choices)
  const choose = (field: NeedField) => (key: string, chosen: NeedChoice | null) =>
    actions.onChoices(withBinding(choices, field, key, chosen))
  return (
    <aside className="import-review" aria-label="Review">
      <header className="import-review-head">
        <h2 className="cut min-w-0 flex-1 font-semibold" title={rowTitle(row)} dir="auto">
          {rowTitle(row)}
        </h2>
        <span className="flex-none text-xs text-text-3">{formatWord(flow.format)}</span>
      </header>
      {!runsCompletely(verdict) && <p className="import-item text-text-2">{verdictSentence(verdict)}</p>}
      <ul className="min-h-0 flex-1 overflow-auto" aria-label="Review results">
        {refusal !== null && (
          <ReviewItem icon={CircleSlash} tone="warn" title="This service does not accept this file">
            <p className="text-text-2">{refusal}</p>
          </ReviewItem>
        )}
        <OutcomeItem row={row} lockedReason={lockedReason} onRetry={actions.onImport} onSave={actions.onSave} />
        {state.name === 'unsure' && (
          <UnconfirmedItem
            name={name}
            lookup={state.lookup}
            lockedReason={lockedReason}
            onResolve={actions.onResolveUnsure}
          />
        )}
        <NameItem
          isClash={isClash}
          name={name}
          isLocked={!isOpen || row.attempt !== null}
          onName={(next) => actions.onChoices({ ...choices, name: next })}
        />
        {review.secrets.count + review.renamedSecrets > 0 && (
          <SecretsItem
            secrets={review.secrets}
            renamed={review.renamedSecrets}
            account={account}
            choices={choices}
            lockedReason={locked}
            canChoose={canChoose}
            onNode={actions.onNode}
            onChoose={choose('secrets')}
            create={(need) => creation.create('secrets', need)}
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
              lockedReason={locked}
              canChoose={canChoose}
              onChoose={choose(field)}
              create={(need) => creation.create(field, need)}
            />
          )
        })}
        {accountFailed && (
          <li className="import-item text-text-2">
            The tools, channels and secrets of the account could not be loaded. Missing ones are listed after the
            import.
          </li>
        )}
        <ConversionItems
          review={review}
          format={flow.format}
          warningCount={warningCount}
          isImported={state.name === 'done'}
          onNode={actions.onNode}
        />
      </ul>
      <Foot row={row} lockedReason={lockedReason ?? refusal} actions={actions} />
      {creation.dialog}
    </aside>
  )
}
