import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { isFocusLost, takeLostFocus } from './focus-loss.ts'

/**
 * Restores the focus in a bar if its focused element disappears on click: a save button exists only while there is
 * something to save. The focus moves to its replacement instead of the top of the page.
 */
export function useFocusFallback(box: RefObject<HTMLElement | null>, next: () => HTMLElement | null | undefined): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (box.current?.contains(target)) last.current = target
      // A dialog returns the focus itself.
      else if (target.closest('dialog, [popover]') === null) last.current = null
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [box])
  useLayoutEffect(() => {
    if (last.current === null || last.current.isConnected || !isFocusLost()) return
    last.current = null
    takeLostFocus(next())
  })
}
