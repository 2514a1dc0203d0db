import { useEffect } from 'react'

/** What floats stands in the same landmark or dialog as what opened it. */
export const popupContainerOf = (anchor: Element): Element => anchor.closest('dialog, main') ?? document.body

/**
 * Closes what floats on a press or a focus elsewhere. `onMove` comes when the page below scrolls or the window changes its
 * size: a menu closes then, what is typed into stands beside its anchor again.
 */
export function useDismiss(
  box: { current: Element | null },
  anchor: Element,
  onClose: () => void,
  onMove: () => void = onClose,
): void {
  useEffect(() => {
    const outside = ({ target }: Event) =>
      !(target instanceof Node && (box.current?.contains(target) || anchor.contains(target)))
    const leave = (event: Event) => outside(event) && onClose()
    const move = (event: Event) => outside(event) && onMove()
    document.addEventListener('pointerdown', leave, true)
    document.addEventListener('focusin', leave, true)
    document.addEventListener('scroll', move, true)
    window.addEventListener('resize', onMove)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      document.removeEventListener('focusin', leave, true)
      document.removeEventListener('scroll', move, true)
      window.removeEventListener('resize', onMove)
    }
  }, [box, anchor, onClose, onMove])
}
