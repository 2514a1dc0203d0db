import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentPropsWithRef } from 'react'
import { Field, type FieldWords } from './field.tsx'

type Words = FieldWords & { value: string; onValue: (value: string) => void }

export function TextField({
  label,
  hint,
  error,
  optional,
  required,
  onValue,
  className = '',
  ...input
}: Words & Omit<ComponentPropsWithRef<'input'>, 'value' | 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={required}>
      {(wiring) => (
        <span className={`input ${className}`}>
          <input type="text" {...input} {...wiring} onChange={(event) => onValue(event.target.value)} />
        </span>
      )}
    </Field>
  )
}

/** Password field, with a button that reveals it. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  required,
  eye = 'Show password',
  onValue,
  ...input
}: Words & { eye?: string } & Omit<ComponentPropsWithRef<'input'>, 'value' | 'id'>) {
  const [isVisible, setVisible] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={required}>
      {(wiring) => (
        <span className="input">
          <input
            {...input}
            {...wiring}
            type={isVisible ? 'text' : 'password'}
            onChange={(event) => onValue(event.target.value)}
          />
          <button
            type="button"
            className="-mr-1 grid size-6 place-items-center rounded-sm text-text-2 hover:text-text"
            aria-label={eye}
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? <EyeOff className="s" /> : <Eye className="s" />}
          </button>
        </span>
      )}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  required,
  onValue,
  ...area
}: Words & Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={required}>
      {(wiring) => (
        <span className="input">
          <textarea rows={3} {...area} {...wiring} onChange={(event) => onValue(event.target.value)} />
        </span>
      )}
    </Field>
  )
}
