import { useEffect } from 'react'

/** Floating elements are placed in the same landmark or dialog as their trigger. */
export const popupContainerOf = (anchor: Element): Element => anchor.closest('dialog, main') ?? document.body

/**
 * Closes a floating element on a click or focus elsewhere. `onMove` is called when the page scrolls or the window is
 * resized: a menu closes then, a picker is positioned again.
 */
export function useDismiss(
  box: { current: Element | null },
  anchor: Element,
  onClose: () => void,
  onMove: () => void = onClose,
): void {
  useEffect(() => {
    const isOutside = ({ target }: Event) =>
      !(target instanceof Node && (box.current?.contains(target) || anchor.contains(target)))
    const dismiss = (event: Event) => isOutside(event) && onClose()
    const move = (event: Event) => isOutside(event) && onMove()
    document.addEventListener('pointerdown', dismiss, true)
    document.addEventListener('focusin', dismiss, true)
    document.addEventListener('scroll', move, true)
    window.addEventListener('resize', onMove)
    return () => {
      document.removeEventListener('pointerdown', dismiss, true)
      document.removeEventListener('focusin', dismiss, true)
      document.removeEventListener('scroll', move, true)
      window.removeEventListener('resize', onMove)
    }
  }, [box, anchor, onClose, onMove])
}
