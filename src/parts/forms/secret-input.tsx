import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Wiring } from '#ui/controls/field.tsx'
import { secretMarkWords, type SecretText } from './secret-mark.ts'

/**
 * Input for a value that may be secret. A stored secret shows only its last characters and can be replaced. With `hidden`,
 * typed text is masked, except references to secrets.
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
  /** Whether typed text is hidden. */
  hidden: boolean
  small?: boolean
  wiring?: Wiring
  onValue: (value: string) => void
  onLeave?: () => void
}) {
  const [isVisible, setVisible] = useState(false)
  const [isReplaced, setReplaced] = useState(false)
  const size = small ? 'sm' : ''
  if (typeof value !== 'string')
    return (
      // A button cannot have aria-invalid, so its container is marked, and the button can be focused.
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button
        autoFocus={isReplaced}
        aria-label={wiring === undefined ? label : undefined}
        className="mono"
        type={hidden && !isVisible && !isReference ? 'password' : 'text'}
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
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOff className="s" /> : <Eye className="s" />}
        </button>
      )}
    </span>
  )
}
