import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { isFocusLost, takeLostFocus } from './focus-loss.ts'

/**
 * What has the focus in a bar may go by being pressed: a button that saves is there only while there is something to save.
 * Then the focus goes to what stands in its place, so that the keyboard does not begin at the top of the page again.
 */
export function useFocusFallback(box: RefObject<HTMLElement | null>, next: () => HTMLElement | null | undefined): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (box.current?.contains(target)) last.current = target
      // A dialog gives the focus back.
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
