import { cloneElement, useCallback, useId, useState, type HTMLAttributes, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { PickerBox, type PickerContent } from './picker-box.tsx'
import { popupContainerOf } from './popup.ts'

/**
 * Combobox for one or several values of a list with search, in a popover under its button: type to filter, arrows,
 * Enter, Esc.
 *
 * `options` is the list, or a search function: `(text, signal) => Promise<PickerOption[]>`, called when it opens (with
 * '') and after a pause in typing. `chosen` are values; `onChosen` gets all chosen values and the clicked option. It
 * closes after a choice; with `many` it stays open. For an empty choice, offer an option. With `freeTextLabel`, a text
 * that is not an option may be chosen: the function returns the label of that line, `(text) => 'Add "…"'`.
 *
 *     <Picker label="Assign to" options={people} chosen={[id]} onChosen={([next]) => assign(next)}
 *       trigger={<Button>Unassigned</Button>} />
 */
export function Picker({
  trigger,
  align = 'start',
  ...content
}: PickerContent & {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  align?: 'start' | 'end'
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setAnchor(null), [])
  const triggerProps = trigger.props
  const id = useId()
  return (
    <>
      {cloneElement(trigger, {
        id: triggerProps.id ?? id,
        'aria-haspopup': 'dialog',
        'aria-expanded': anchor !== null,
        onClick: (event) => {
          triggerProps.onClick?.(event)
          setAnchor(anchor === null ? event.currentTarget : null)
        },
        onKeyDown: (event) => {
          triggerProps.onKeyDown?.(event)
          const blocked = event.currentTarget.getAttribute('aria-disabled') === 'true'
          if (blocked || anchor !== null || event.key !== 'ArrowDown') return
          event.preventDefault()
          setAnchor(event.currentTarget)
        },
      })}
      {anchor !== null &&
        createPortal(
          <PickerBox {...content} anchor={anchor} align={align} onClose={close} />,
          popupContainerOf(anchor),
        )}
    </>
  )
}
