import { Check, ChevronDown, CircleSlash, Pause, Plus, Replace, TriangleAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  isOpenGroup,
  stepToolCategories,
  toolsFor,
  type StepChoice,
  type StepChoices,
  type StepGroup,
} from '#flow/choices/step-choices.ts'
import { count } from '#lib/count.ts'
import type { AccountTool } from '#pages/import/review/missing-needs.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { choiceEffect, choiceLabel, groupSubtitle } from './step-words.ts'

/** Values of the options that are no tools, whose values are "tool:" and the key. */
const noChoice = ''
const creation = 'create'
const toolPrefix = 'tool:'

const valueOf = (choice: StepChoice | null): string =>
  choice === null ? noChoice : choice.kind === 'tool' ? toolPrefix + choice.key : choice.kind

function optionsOf(group: StepGroup, tools: readonly AccountTool[], canCreate: boolean): PickerOption[] {
  const { related, others } = toolsFor(group, tools)
  const toolOption = ({ key, name }: AccountTool): PickerOption => ({
    value: toolPrefix + key,
    label: name,
    note: key,
    icon: <Wrench className="s" />,
  })
  const option = (kind: 'convert' | 'off' | 'keep', icon: ReactNode): PickerOption => ({
    value: kind,
    label: choiceLabel(group, { kind }),
    icon,
  })
  return [
    ...(group.role === 'part' ? [{ value: noChoice, label: choiceLabel(group, null) }] : []),
    ...(group.conversion === null ? [] : [option('convert', <Replace className="s" />)]),
    ...related.map(toolOption),
    ...(canCreate && group.toolCategories.length > 0
      ? [{ value: creation, label: 'Create a tool…', icon: <Plus className="s" /> }]
      : []),
    option('off', <CircleSlash className="s" />),
    option('keep', <Pause className="s" />),
    ...others.map((tool) => ({ ...toolOption(tool), section: 'Other tools' })),
  ]
}

/** The inputs of the chosen tool, and whether it was deleted since. */
function chosenTool(choice: StepChoice | null, tools: readonly AccountTool[] | null) {
  if (choice?.kind !== 'tool') return { inputs: [], isLost: false }
  const tool = tools?.find(({ key }) => key === choice.key)
  return { inputs: tool?.inputs ?? [], isLost: tools !== null && tool === undefined }
}

function choiceIcon(choice: StepChoice | null, isOpen: boolean, isLost: boolean) {
  if (isLost) return <TriangleAlert className="text-warn" />
  if (choice?.kind === 'convert') return <Replace className="text-text-2" />
  return isOpen ? null : <Check className="text-ok" />
}

/** A group of steps of another product, with the choice for them. */
export function StepGroupRow({
  group,
  choices,
  tools,
  lockedReason,
  onChoose,
  onCreate,
  onShow,
}: {
  group: StepGroup
  choices: StepChoices
  /** Tools of the account; null while they are unknown. */
  tools: readonly AccountTool[] | null
  lockedReason: string | null
  onChoose: (choice: StepChoice | null) => void
  /** Creates a tool and chooses it; null if that is not possible. */
  onCreate: (() => void) | null
  /** Shows the steps on the canvas. */
  onShow: () => void
}) {
  const choice = choices[group.key] ?? null
  const isOpen = isOpenGroup(choices, group)
  const { inputs, isLost } = chosenTool(choice, tools)
  const label = choiceLabel(group, choice)
  const subtitle = groupSubtitle(group)
  const effect = choiceEffect(group, choice, isLost ? null : inputs)
  const choose = (value: string | undefined) => {
    if (value === creation) return onCreate?.()
    if (value === 'off' || value === 'keep' || value === 'convert') return onChoose({ kind: value })
    const found = tools?.find(({ key }) => toolPrefix + key === value)
    const category = stepToolCategories.find((one) => one === found?.category)
    if (found === undefined || category === undefined) return onChoose(null)
    return onChoose({ kind: 'tool', key: found.key, name: found.name, category })
  }
  const button = (
    <Button className="import-choice" reason={lockedReason} aria-label={`${group.title}: ${label}`}>
      {choiceIcon(choice, isOpen, isLost)}
      <span className={`cut flex-1 text-left ${isOpen ? 'text-text-2' : ''}`}>{label}</span>
      <ChevronDown />
    </Button>
  )
  return (
    <li className="import-group">
      <span className={`import-group-count ${isOpen ? 'is-open' : ''}`} aria-hidden="true">
        {group.count.toLocaleString()}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <button type="button" className="import-group-title" title="Show on the canvas" onClick={onShow} dir="auto">
          {group.title}
          <span className="sr-only">, {count(group.count, 'step')}</span>
        </button>
        {subtitle !== '' && (
          <p className="text-xs text-text-2" dir="auto">
            {subtitle}
          </p>
        )}
      </div>
      <div className="import-group-choice">
        {lockedReason === null ? (
          <Picker
            label={`What to do with ${group.title}`}
            align="end"
            options={optionsOf(group, tools ?? [], onCreate !== null)}
            chosen={[valueOf(choice)]}
            onChosen={([value]) => choose(value)}
            trigger={button}
          />
        ) : (
          button
        )}
        {effect !== '' && <p className={`mt-1 text-xs ${isLost ? 'text-warn' : 'text-text-3'}`}>{effect}</p>}
      </div>
    </li>
  )
}
