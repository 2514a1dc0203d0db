import { Check } from 'lucide-react'
import {
  cloneElement,
  useCallback,
  useId,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { MenuBox, useMenuClose, type Entrance } from './menu-box.tsx'
import { popupContainerOf } from './popup.ts'

/** A menu under a button. Its items are MenuItem, MenuChoice, MenuRadio and MenuLine. */
export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  align?: 'start' | 'end'
  children: ReactNode
}) {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; entrance: Entrance } | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const own = trigger.props
  const id = useId()
  return (
    <>
      {cloneElement(trigger, {
        id: own.id ?? id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        onClick: (event) => {
          own.onClick?.(event)
          // Enter and Space send a click without a pointer.
          const entrance = event.detail === 0 ? 'first' : 'none'
          setOpened(opened === null ? { anchor: event.currentTarget, entrance } : null)
        },
        onKeyDown: (event) => {
          own.onKeyDown?.(event)
          if (opened !== null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          setOpened({ anchor: event.currentTarget, entrance: event.key === 'ArrowDown' ? 'first' : 'last' })
        },
      })}
      {opened !== null &&
        createPortal(
          <MenuBox anchor={opened.anchor} entrance={opened.entrance} align={align} onClose={close}>
            {children}
          </MenuBox>,
          popupContainerOf(opened.anchor),
        )}
    </>
  )
}

/** One line of a menu, of any kind. */
function Line({
  blocked = false,
  className = '',
  onPress,
  ...rest
}: HTMLAttributes<HTMLButtonElement> & { blocked?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`menu-item ${className}`}
      aria-disabled={blocked ? true : undefined}
      onClick={() => !blocked && onPress()}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      {...rest}
    />
  )
}

const Reason = ({ text }: { text: string | null | undefined }) =>
  text ? <span className="block text-xs text-text-3">{text}</span> : null

export function MenuItem({
  icon,
  danger = false,
  reason,
  onSelect,
  children,
}: {
  icon?: ReactNode
  danger?: boolean
  /** Why it is disabled. */
  reason?: string | null | undefined
  onSelect: () => void
  children: ReactNode
}) {
  const close = useMenuClose()
  const select = () => {
    close()
    onSelect()
  }
  return (
    <Line role="menuitem" className={danger ? 'danger' : ''} blocked={(reason ?? '') !== ''} onPress={select}>
      {icon}
      <span className="min-w-0 flex-1">
        {children}
        <Reason text={reason} />
      </span>
    </Line>
  )
}

const Mark = ({ checked, children }: { checked: boolean; children: ReactNode }) => (
  <>
    <span className="grid size-4 place-items-center text-accent">{checked && <Check className="s" />}</span>
    <span className="min-w-0 flex-1">{children}</span>
  </>
)

/** A checkbox item; the menu stays open. */
export function MenuChoice({
  checked,
  reason,
  onChange,
  children,
}: {
  checked: boolean
  /** Why it is disabled. */
  reason?: string | null
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <Line
      role="menuitemcheckbox"
      aria-checked={checked}
      blocked={(reason ?? '') !== ''}
      onPress={() => onChange(!checked)}
    >
      <Mark checked={checked}>
        {children}
        <Reason text={reason} />
      </Mark>
    </Line>
  )
}

/** A group of radio items. */
export function MenuRadio<T extends string>({
  value,
  onValue,
  options,
}: {
  value: T
  onValue: (value: T) => void
  options: readonly { value: T; label: ReactNode }[]
}) {
  const close = useMenuClose()
  return options.map((option) => (
    <Line
      key={option.value}
      role="menuitemradio"
      aria-checked={option.value === value}
      onPress={() => {
        close()
        onValue(option.value)
      }}
    >
      <Mark checked={option.value === value}>{option.label}</Mark>
    </Line>
  ))
}

export const MenuLine = () => <hr className="menu-line" />
