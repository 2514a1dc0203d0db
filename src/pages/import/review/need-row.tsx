import { ArrowRight, ChevronDown, Plus } from 'lucide-react'
import { bindingKinds } from '#parts/flows/binding-kinds.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { NeedChoice, NeedField } from './import-choices.ts'

/** Values of the options that clear a choice, choose nothing, and create an object. */
const nothing = ''
const later = 'later'
const creation = 'create'
const plus = <Plus className="s" />

/** A key of the flow, with a picker for its binding. */
export function NeedRow({
  field,
  name,
  choice,
  defaultLabel,
  noBindingLabel,
  lockedReason,
  onChoose,
  onCreate,
}: {
  field: NeedField
  /** The key in the flow. */
  name: string
  choice: NeedChoice | null
  /** Label for no choice: its effect. */
  defaultLabel: string
  /** Label of the option for no binding, if the key is bound automatically without a choice. */
  noBindingLabel?: string
  lockedReason: string | null
  onChoose: (choice: NeedChoice | null) => void
  /** Creates an object for the key; null if that is not possible. */
  onCreate: (() => void) | null
}) {
  const { word, search } = bindingKinds[field]
  const button = (
    <Button
      className="import-choice"
      reason={lockedReason}
      aria-label={`${word} for ${name}: ${choice?.label ?? defaultLabel}`}
    >
      <span className={`cut ${choice === null ? 'text-text-3' : ''}`}>{choice?.label ?? defaultLabel}</span>
      <ChevronDown />
    </Button>
  )
  return (
    <li className="import-need">
      <span className="mono cut" title={name}>
        {name}
      </span>
      <ArrowRight className="s text-text-3" aria-hidden="true" />
      {lockedReason === null ? (
        <Picker
          label={`${word} for ${name}`}
          align="end"
          options={async (text, signal) => {
            const found = await search(text, signal)
            if (text !== '') return found
            const leave = noBindingLabel === undefined ? [] : [{ value: later, label: noBindingLabel }]
            const make = onCreate === null ? [] : [{ value: creation, label: `Create “${name}”…`, icon: plus }]
            return [{ value: nothing, label: defaultLabel }, ...leave, ...make, ...found]
          }}
          chosen={[choice === null ? nothing : (choice.id ?? later)]}
          onChosen={([id], { label }) => {
            if (id === creation) onCreate?.()
            else onChoose(id === undefined || id === nothing ? null : { id: id === later ? null : id, label })
          }}
          trigger={button}
        />
      ) : (
        button
      )}
    </li>
  )
}
