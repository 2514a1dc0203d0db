import type { ReactNode } from 'react'
import { CodeEditor } from '#ui/code/code-editor.tsx'
import { Field } from '#ui/controls/field.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { PasswordField, TextArea, TextField } from '#ui/controls/text-field.tsx'
import type { InputField, TypedInput } from './input-fields.ts'

const noProblems: readonly { line: number; message: string }[] = []
const firstLine: readonly { line: number; message: string }[] = [{ line: 1, message: 'Invalid value' }]

/** Form field for JSON. */
export function JsonField({
  label,
  hint,
  error,
  optional,
  required,
  value,
  onValue,
  minLines,
}: {
  label: string
  hint?: ReactNode
  error: string | undefined
  optional?: boolean
  required?: boolean
  value: string
  onValue: (value: string) => void
  minLines: number
}) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={required}>
      {({ id }) => (
        <CodeEditor
          id={id}
          label={label}
          language="json"
          value={value}
          onValue={onValue}
          problems={error === undefined ? noProblems : firstLine}
          minLines={minLines}
          maxLines={14}
        />
      )}
    </Field>
  )
}

/** Options of a choice, whose values are indexes, or of a flag: "true", "false"; "" = not set. */
function choicesOf({ kind, options, required }: InputField): { value: string; label: string }[] {
  const none = required ? 'Choose…' : 'Not set'
  const values =
    kind === 'flag'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : options.map((option, index) => ({
          value: String(index),
          label: typeof option === 'string' ? option : JSON.stringify(option),
        }))
  return [{ value: '', label: none }, ...values]
}

function InputControl({
  field,
  isFirst,
  ...rest
}: {
  field: InputField
  isFirst: boolean
  value: string
  error: string | undefined
  onValue: (value: string) => void
}) {
  const words = { label: field.label, hint: field.hint, optional: !field.required, required: field.required, ...rest }
  const focus = isFirst ? { 'data-autofocus': '' } : {}
  switch (field.kind) {
    case 'json':
      return <JsonField {...words} minLines={3} />
    case 'choice':
    case 'flag':
      return <SelectField {...words} {...focus} options={choicesOf(field)} />
    case 'secret':
      return <PasswordField {...words} {...focus} eye={`Show ${field.label}`} autoComplete="off" />
    case 'long':
      return <TextArea {...words} {...focus} />
    case 'date':
      return <TextField {...words} {...focus} type="date" />
    case 'number':
    case 'integer':
      return <TextField {...words} {...focus} inputMode="decimal" autoComplete="off" />
    default:
      return <TextField {...words} {...focus} autoComplete="off" />
  }
}

/** Form fields for the input of a trigger or tool. */
export function InputForm({
  fields,
  fieldTexts,
  errors,
  onFieldTexts,
}: {
  fields: readonly InputField[]
  fieldTexts: TypedInput
  /** Errors by name of the field. */
  errors: Readonly<Record<string, string | undefined>>
  onFieldTexts: (fieldTexts: TypedInput) => void
}) {
  return fields.map((field, index) => (
    <InputControl
      key={field.name}
      field={field}
      isFirst={index === 0}
      value={fieldTexts[field.name] ?? ''}
      error={errors[field.name]}
      onValue={(value) => onFieldTexts({ ...fieldTexts, [field.name]: value })}
    />
  ))
}
