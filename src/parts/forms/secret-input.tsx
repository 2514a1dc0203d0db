import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Wiring } from '#ui/controls/field.tsx'
import { secretMarkWords, type SecretText } from './secret-mark.ts'

/**
 * A value that may be secret. One that the service stores shows its last characters and can only be replaced; typed
 * text is hidden, except references to secrets.
 */
export function SecretInput({
  label,
  value,
  hidden,
  small = false,
  wiring,
  onValue,
  onLeave,
}: {
  label: string
  value: SecretText
  /** Hides typed text. */
  hidden: boolean
  small?: boolean
  wiring?: Wiring
  onValue: (value: string) => void
  onLeave?: () => void
}) {
  const [seen, setSeen] = useState(false)
  const [replaced, setReplaced] = useState(false)
  const size = small ? 'sm' : ''
  if (typeof value !== 'string')
    return (
      // A button cannot be invalid: the box around it is marked, and the button gets the focus.
      <span className={`input ${size}`} data-invalid={wiring?.['aria-invalid'] ? '' : undefined}>
        <KeyRound className="s" />
        <span className="min-w-0 flex-1 truncate text-text-2">
          Secret, <span className="mono">{secretMarkWords(value)}</span>
        </span>
        <button
          id={wiring?.id}
          aria-describedby={wiring?.['aria-describedby']}
          type="button"
          className="link flex-none cursor-pointer text-xs"
          aria-label={`Replace ${label}`}
          onClick={() => {
            setReplaced(true)
            onValue('')
          }}
        >
          Replace
        </button>
      </span>
    )
  const isReference = value.trimStart().startsWith('{{')
  return (
    <span className={`input ${size}`}>
      <input
        {...wiring}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed has made room for it
        autoFocus={replaced}
        aria-label={wiring === undefined ? label : undefined}
        className="mono"
        type={hidden && !seen && !isReference ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onLeave}
      />
      {hidden && !isReference && value !== '' && (
        <button
          type="button"
          className="-mr-1 grid size-6 flex-none cursor-pointer place-items-center rounded-sm text-text-2 hover:text-text"
          aria-label={`Show ${label}`}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        >
          {seen ? <EyeOff className="s" /> : <Eye className="s" />}
        </button>
      )}
    </span>
  )
}
