import { Check, ChevronDown, CircleSlash, FileImage, Plus, TriangleAlert, Wrench } from 'lucide-react'
import {
  isOpenGroup,
  stepToolCategories,
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

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Tools that can replace the steps; the likely ones, which share at least half of the words of their title, apart. */
function toolsFor({ title, toolCategories }: StepGroup, tools: readonly AccountTool[]) {
  const wanted = new Set(wordsOf(title))
  const isLikely = ({ name, key }: AccountTool) => {
    const own = new Set(wordsOf(`${name} ${key.replaceAll('_', ' ')}`))
    return wanted.size > 0 && 2 * [...wanted].filter((word) => own.has(word)).length >= wanted.size
  }
  const all = tools.filter(({ category }) => toolCategories.some((one) => one === category))
  return { likely: all.filter(isLikely), others: all.filter((tool) => !isLikely(tool)) }
}

const toolOption = ({ key, name }: AccountTool): PickerOption => ({
  value: toolPrefix + key,
  label: name,
  note: key,
  icon: <Wrench className="s" />,
})

function optionsOf(group: StepGroup, tools: readonly AccountTool[], canCreate: boolean): PickerOption[] {
  const { likely, others } = toolsFor(group, tools)
  return [
    ...(group.role === 'part' ? [{ value: noChoice, label: choiceLabel(group, null) }] : []),
    ...likely.map(toolOption),
    ...(canCreate && group.toolCategories.length > 0
      ? [{ value: creation, label: 'Create a tool…', icon: <Plus className="s" /> }]
      : []),
    { value: 'off', label: choiceLabel(group, { kind: 'off' }), icon: <CircleSlash className="s" /> },
    { value: 'drawing', label: 'Keep as a drawing', icon: <FileImage className="s" /> },
    ...others.map(toolOption),
  ]
}

/** The inputs of the chosen tool, and whether it was deleted since. */
function chosenTool(choice: StepChoice | null, tools: readonly AccountTool[] | null) {
  if (choice?.kind !== 'tool') return { inputs: [], isLost: false }
  const tool = tools?.find(({ key }) => key === choice.key)
  return { inputs: tool?.inputs ?? [], isLost: tools !== null && tool === undefined }
}

function choiceIcon(isOpen: boolean, isLost: boolean) {
  if (isLost) return <TriangleAlert className="text-warn" />
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
    if (value === 'off' || value === 'drawing') return onChoose({ kind: value })
    const found = tools?.find(({ key }) => toolPrefix + key === value)
    const category = stepToolCategories.find((one) => one === found?.category)
    if (found === undefined || category === undefined) return onChoose(null)
    return onChoose({ kind: 'tool', key: found.key, name: found.name, category })
  }
  const button = (
    <Button className="import-choice" reason={lockedReason} aria-label={`${group.title}: ${label}`}>
      {choiceIcon(isOpen, isLost)}
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
