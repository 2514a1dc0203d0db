import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldWords } from './field.tsx'

export interface Option<T extends string> {
  value: T
  label: string
  disabled?: boolean
}

interface Choice<T extends string> {
  value: T
  options: readonly Option<T>[]
  onValue: (value: T) => void
}

type Rest = Omit<ComponentPropsWithRef<'select'>, 'value' | 'id' | 'children'>

/**
 * Select from a short, fixed list; the native element, so that a phone shows its own. Set `aria-label` if it has no
 * field.
 */
export function Select<T extends string>({
  value,
  options,
  onValue,
  className = '',
  ...select
}: Choice<T> & Rest & { id?: string }) {
  return (
    <span className={`input select ${className}`}>
      <select
        {...select}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onValue(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="s" aria-hidden="true" />
    </span>
  )
}

/** A `Select` with its label, hint and error. */
export function SelectField<T extends string>({
  label,
  hint,
  error,
  optional,
  required,
  ...choice
}: FieldWords & Choice<T> & Rest) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={required}>
      {(wiring) => <Select {...choice} {...wiring} />}
    </Field>
  )
}
