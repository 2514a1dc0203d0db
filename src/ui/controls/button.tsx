import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

type Look = 'default' | 'primary' | 'quiet' | 'danger' | 'danger-solid'

interface Shared {
  look?: Look
  /** sm = 28 px in bars, md = 32 px in forms. */
  size?: 'sm' | 'md'
  /** Why it cannot be pressed now; it stays reachable and says so. */
  reason?: string | null | undefined
  /** It was pressed and is not done: it stays as wide and takes no second press. */
  busy?: boolean
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> & Shared & { icon?: ReactNode }

const classes = (look: Look, size: 'sm' | 'md', more: string) =>
  `btn ${look === 'default' ? '' : look} ${size === 'md' ? 'md' : ''} ${more}`

/** A button that cannot be pressed keeps its place in the tab order and says why. */
export function Button({
  look = 'default',
  size = 'sm',
  reason,
  busy = false,
  icon,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = busy || (reason ?? '') !== ''
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(look, size, className)}
      aria-disabled={blocked ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
  // Always in one: a button that takes no press any more is still the button that has the focus.
  return <Tooltip words={reason}>{button}</Tooltip>
}

/** A button that is only an icon: its label is its name and its tooltip. */
export function IconButton({
  label,
  look = 'quiet',
  size = 'sm',
  reason,
  busy = false,
  icon,
  className = '',
  onClick,
  ...rest
}: Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> & Shared & { label: string; icon: ReactElement }) {
  const blocked = busy || (reason ?? '') !== ''
  return (
    <Tooltip words={reason ? `${label}. ${reason}` : label}>
      <button
        type="button"
        {...rest}
        className={classes(look, size, `icon ${className}`)}
        aria-label={label}
        aria-disabled={blocked ? true : undefined}
        onClick={blocked ? (event) => event.preventDefault() : onClick}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
