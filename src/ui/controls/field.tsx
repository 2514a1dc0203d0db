import { CircleX } from 'lucide-react'
import { useId, type ReactNode } from 'react'

export interface FieldWords {
  label: string
  hint?: ReactNode
  /** Replaces the hint. */
  error?: string | null | undefined
  /** Shows "optional". */
  optional?: boolean | undefined
  /** Shows "required", in forms whose fields come from a schema. In others, every field is that is not optional. */
  required?: boolean | undefined
}

/** Attributes that link a control to its label, its hint and its error. */
export interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** Label above, hint below; an error replaces the hint. The control gets its wiring from here. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  required = false,
  children,
}: FieldWords & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const words = `${id}-words`
  const hasError = (error ?? '') !== ''
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {optional && <span className="font-normal text-text-3"> optional</span>}
        {required && (
          <span className="font-normal text-text-3" aria-hidden="true">
            {' '}
            required
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': hasError || hint ? words : undefined,
        'aria-invalid': hasError ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hasError ? (
        <p className="field-error" id={words}>
          <CircleX className="xs" />
          <span className="whitespace-pre-line">{error}</span>
        </p>
      ) : (
        hint && (
          <p className="hint" id={words}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
