import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Tooltip } from './tooltip.tsx'

type ButtonVariant = 'default' | 'primary' | 'quiet' | 'danger' | 'danger-solid'

interface SharedButtonProps {
  variant?: ButtonVariant
  /** sm = 28 px in bars, md = 32 px in forms. */
  size?: 'sm' | 'md'
  /** Why it is disabled; it stays focusable and shows the reason. */
  reason?: string | null | undefined
  /** The action is in progress: the button keeps its width and ignores clicks. */
  busy?: boolean
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> & SharedButtonProps & { icon?: ReactNode }

const classes = (variant: ButtonVariant, size: 'sm' | 'md', more: string) =>
  `btn ${variant === 'default' ? '' : variant} ${size === 'md' ? 'md' : ''} ${more}`

/** A button that stays in the tab order while disabled, and shows the reason. */
export function Button({
  variant = 'default',
  size = 'sm',
  reason,
  busy = false,
  icon,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isDisabled = busy || (reason ?? '') !== ''
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(variant, size, className)}
      aria-disabled={isDisabled ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
  // Always wrapped, so that a button that becomes disabled keeps its element and its focus.
  return <Tooltip words={reason}>{button}</Tooltip>
}

/** A label and the key of the same action, unless single keys are off. */
function KeyedLabel({ label, shortcut }: { label: string; shortcut: string }) {
  const hasKey = useStoredSetting(singleKeys) === 'on' || shortcut.length > 1
  return (
    <>
      {label}
      {hasKey && (
        <kbd className="ml-2" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </>
  )
}

/** A button with only an icon: its label is its accessible name and its tooltip, with the key of the same action. */
export function IconButton({
  label,
  shortcut,
  variant = 'quiet',
  size = 'sm',
  reason,
  busy = false,
  icon,
  className = '',
  onClick,
  ...rest
}: Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> &
  SharedButtonProps & { label: string; shortcut?: string; icon: ReactElement }) {
  const isDisabled = busy || (reason ?? '') !== ''
  const words = shortcut === undefined ? label : <KeyedLabel label={label} shortcut={shortcut} />
  return (
    <Tooltip words={reason ? `${label}. ${reason}` : words}>
      <button
        type="button"
        {...rest}
        className={classes(variant, size, `icon ${className}`)}
        aria-label={label}
        aria-disabled={isDisabled ? true : undefined}
        onClick={isDisabled ? (event) => event.preventDefault() : onClick}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
