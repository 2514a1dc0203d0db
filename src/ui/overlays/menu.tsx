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
import { MenuBox, useMenuClose, type InitialFocus } from './menu-box.tsx'
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
  const [openState, setOpenState] = useState<{ anchor: HTMLElement; initialFocus: InitialFocus } | null>(null)
  const close = useCallback(() => setOpenState(null), [])
  const triggerProps = trigger.props
  const id = useId()
  return (
    <>
      {cloneElement(trigger, {
        id: triggerProps.id ?? id,
        'aria-haspopup': 'menu',
        'aria-expanded': openState !== null,
        onClick: (event) => {
          triggerProps.onClick?.(event)
          // Enter and Space send a click without a pointer.
          const initialFocus = event.detail === 0 ? 'first' : 'none'
          setOpenState(openState === null ? { anchor: event.currentTarget, initialFocus } : null)
        },
        onKeyDown: (event) => {
          triggerProps.onKeyDown?.(event)
          if (openState !== null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          setOpenState({ anchor: event.currentTarget, initialFocus: event.key === 'ArrowDown' ? 'first' : 'last' })
        },
      })}
      {openState !== null &&
        createPortal(
          <MenuBox anchor={openState.anchor} initialFocus={openState.initialFocus} align={align} onClose={close}>
            {children}
          </MenuBox>,
          popupContainerOf(openState.anchor),
        )}
    </>
  )
}

/** One line of a menu, of any kind. */
function MenuButton({
  isDisabled = false,
  className = '',
  onPress,
  ...rest
}: HTMLAttributes<HTMLButtonElement> & { isDisabled?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`menu-item ${className}`}
      aria-disabled={isDisabled ? true : undefined}
      onClick={() => !isDisabled && onPress()}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      {...rest}
    />
  )
}

/** An item that opens a page of another site in a new tab. */
export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={useMenuClose()}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
    >
      {icon}
      {children}
    </a>
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
    <MenuButton role="menuitem" className={danger ? 'danger' : ''} isDisabled={(reason ?? '') !== ''} onPress={select}>
      {icon}
      <span className="min-w-0 flex-1">
        {children}
        <Reason text={reason} />
      </span>
    </MenuButton>
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
    <MenuButton
      role="menuitemcheckbox"
      aria-checked={checked}
      isDisabled={(reason ?? '') !== ''}
      onPress={() => onChange(!checked)}
    >
      <Mark checked={checked}>
        {children}
        <Reason text={reason} />
      </Mark>
    </MenuButton>
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
    <MenuButton
      key={option.value}
      role="menuitemradio"
      aria-checked={option.value === value}
      onPress={() => {
        close()
        onValue(option.value)
      }}
    >
      <Mark checked={option.value === value}>{option.label}</Mark>
    </MenuButton>
  ))
}

export const MenuLine = () => <hr className="menu-line" />
