import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { typedValue, valueProblem } from '#flow/values/check-value.ts'
import type { Json } from '#lib/json/json.ts'
import type { EditableField } from '#flow-data/questions/ask-values.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { PairsInput } from './pairs-input.tsx'
import { numberHint, valueText } from './value-words.ts'

/** Lines of a text field that shows a long text. */
const maxRows = 14
/** Characters of a line in the panel. */
const lineLength = 44

const rowsFor = (text: string): number =>
  Math.min(
    maxRows,
    Math.max(
      3,
      text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / lineLength), 0),
    ),
  )

const hints: Partial<Record<EditableField['kind'], string>> = {
  cron: 'Minute, hour, day, month, weekday. Example: 0 8 * * 1-5',
  'time zone': 'Example: Europe/Berlin',
}

const secretHint = 'Contains a secret, which is not shown. To replace it, enter a reference: {{ secrets.key }}.'

interface InputProps {
  field: EditableField
  value: Json
  before: Json
  problem: string | null
  models: readonly string[]
  onValue: (value: Json) => void
}

/** A field for typed values. It keeps what was typed: "1." is on the way to "1.5". */
function TypedInput({ field, value, problem, models, onValue }: InputProps) {
  const list = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? valueText(value)
  const hint = field.isSecret ? secretHint : (hints[field.kind] ?? numberHint(field, value))
  const common = { label: field.label, value: text, hint, error: problem, optional: field.isOptional }
  const change = (next: string) => {
    setTyped(next)
    onValue(typedValue(field, next))
  }
  if (field.kind === 'long text')
    return <TextArea {...common} rows={rowsFor(text)} onValue={change} onBlur={() => setTyped(null)} />
  const suggestions =
    field.kind === 'model' ? models : field.kind === 'time zone' ? Intl.supportedValuesOf('timeZone') : []
  const isNumber = ['number', 'duration', 'interval'].includes(field.kind)
  return (
    <>
      <TextField
        {...common}
        inputMode={isNumber && field.allowsTemplate !== true ? 'decimal' : undefined}
        list={suggestions.length === 0 ? undefined : list}
        autoComplete="off"
        spellCheck={field.kind === 'text'}
        onValue={change}
        onBlur={() => setTyped(null)}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

function KindInput(props: InputProps) {
  const { field, value, before, problem, onValue } = props
  if (field.kind === 'boolean')
    return (
      <CheckField
        label={field.label}
        checked={value === null ? field.fallback === true : value === true}
        onChange={onValue}
      />
    )
  if (field.kind === 'choice') {
    const current = valueText(value)
    const options = [...new Set([current, ...(field.options ?? [])])].map((one) => ({
      value: one,
      label: one || 'Not set',
    }))
    return <SelectField label={field.label} value={current} options={options} error={problem} onValue={onValue} />
  }
  if (field.kind === 'pairs')
    return <PairsInput label={field.label} value={value} before={before} error={problem} onValue={onValue} />
  return <TypedInput {...props} />
}

/** A value in a field of its type, with the previous value and an undo once it is changed. */
export function ValueInput({
  field,
  edit,
  problem,
  models,
  onValue,
  onUndo,
}: {
  field: EditableField
  /** The changed value; null if it is unchanged. */
  edit: { value: Json; before: Json } | null
  /** Problem of the changed value that only the whole flow shows. */
  problem: string | null
  models: readonly string[]
  onValue: (value: Json) => void
  onUndo: () => void
}) {
  const [undone, setUndone] = useState(0)
  const value = edit === null ? field.value : edit.value
  if (field.isTooLong)
    return (
      <p className="text-text-2">
        <span className="label">{field.label}</span>
        This text is too long to edit here. Change it in the file of the flow.
      </p>
    )
  return (
    <div className={`value-input ${edit === null ? '' : 'is-changed'}`}>
      <KindInput
        // What was typed is forgotten by an undo.
        key={undone}
        field={field}
        value={value}
        before={edit === null ? field.value : edit.before}
        problem={edit === null ? null : (valueProblem(field, value) ?? problem)}
        models={models}
        onValue={onValue}
      />
      {edit !== null && (
        <IconButton
          label={`Undo change of ${field.label}`}
          icon={<Undo2 />}
          className="value-undo"
          onClick={() => {
            setUndone(undone + 1)
            onUndo()
          }}
        />
      )}
    </div>
  )
}
