import {
  Check,
  KeyRound,
  Minus,
  Plus,
  RadioTower,
  SlidersHorizontal,
  Sparkles,
  Variable,
  Workflow,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { requirementKinds, type RequirementKind } from '#flow/diff/requirements.ts'
import type { AccountReference } from '#flow/file/review.ts'
import type { UpdateFacts } from '#flow-data/compare/update-facts.ts'
import { withBinding, type ImportChoices, type NeedField } from '#pages/import/review/import-choices.ts'
import { NeedRow } from '#pages/import/review/need-row.tsx'
import { requirementLines, requirementSum, requirementTitles, type RequirementLine } from './update-words.ts'

const icons: Record<RequirementKind, LucideIcon> = {
  tools: Wrench,
  channels: RadioTower,
  secrets: KeyRound,
  variables: Variable,
  models: Sparkles,
  subflows: Workflow,
  settings: SlidersHorizontal,
}

const states = {
  met: { word: 'Met', icon: Check, tone: 'text-ok' },
  new: { word: 'New', icon: Plus, tone: 'text-text-2' },
  gone: { word: 'Gone', icon: Minus, tone: 'text-text-3' },
} as const

const fieldOf = (kind: RequirementKind): NeedField | null =>
  kind === 'tools' || kind === 'channels' || kind === 'secrets' ? kind : null

function State({ line: { state, isMissing } }: { line: RequirementLine }) {
  const { word, icon: Icon, tone } = states[state]
  return (
    <span className={`flex items-center gap-1 ${isMissing ? 'text-warn' : tone}`}>
      <Icon className="s" />
      {word}
    </span>
  )
}

export interface NeedActions {
  choices: ImportChoices
  lockedReason: string | null
  /** Whether the service stores choices. */
  canChoose: boolean
  onChoices: (choices: ImportChoices) => void
  create: (field: NeedField, need: AccountReference) => (() => void) | null
}

/** The missing or chosen keys of one kind, each with a picker. */
function Pickers({
  field,
  needs,
  actions: { choices, lockedReason, onChoices, create },
}: {
  field: NeedField
  needs: readonly AccountReference[]
  actions: NeedActions
}) {
  return (
    <ul className="col-span-3 grid gap-1.5">
      {needs.map((need) => {
        const make = create(field, need)
        return (
          <NeedRow
            key={need.key}
            field={field}
            name={need.key}
            choice={choices.bindings[field].get(need.key) ?? null}
            defaultLabel={make === null ? 'Choose later' : 'Choose or create later'}
            lockedReason={lockedReason}
            onChoose={(chosen) => onChoices(withBinding(choices, field, need.key, chosen))}
            onCreate={make}
          />
        )
      })}
    </ul>
  )
}

/** What the file needs, by kind: what is there, what is new, and what is not needed any more. */
export function RequirementRows({
  requirements,
  missing,
  actions,
}: {
  requirements: UpdateFacts['requirements']
  /** Keys without an object of the account, also those with a choice. */
  missing: Record<NeedField, readonly AccountReference[]>
  actions: NeedActions
}) {
  const rows = requirementKinds.map((kind) => {
    const field = fieldOf(kind)
    const needs = field === null ? [] : missing[field]
    const open = needs.filter(
      ({ key }) => field === null || (actions.choices.bindings[field].get(key)?.id ?? null) === null,
    )
    const lines = requirementLines(requirements[kind], new Set(open.map(({ key }) => key)), field !== null)
    return { kind, field, needs, lines }
  })
  const sum = requirementSum(rows.flatMap(({ lines }) => lines))
  return (
    <section className="update-part" aria-labelledby="update-requirements">
      <h2 id="update-requirements" className="font-semibold">
        Requirements <span className="ml-1 text-xs font-normal text-text-2">{sum}</span>
      </h2>
      <dl className="update-requirements">
        {rows.map(({ kind, field, needs, lines }) => {
          const Icon = icons[kind]
          return (
            <div key={kind} className="update-requirement">
              <dt className="flex items-center gap-2 text-text-2">
                <Icon className="s" />
                {requirementTitles[kind]}
              </dt>
              {lines.length === 0 && <dd className="col-span-2 text-text-3">None</dd>}
              {lines.map((line) => (
                <dd key={line.state} className="update-requirement-line">
                  <span className="wrap-anywhere">
                    {line.names}
                    {line.isMissing && <span className="block text-xs text-text-2">Not in this account yet.</span>}
                  </span>
                  <State line={line} />
                </dd>
              ))}
              {field !== null && needs.length > 0 && actions.canChoose && (
                <dd className="col-span-3">
                  <Pickers field={field} needs={needs} actions={actions} />
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </section>
  )
}
