import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { IconButton } from '#ui/controls/button.tsx'

/**
 * What stands beside the page: 360 px that push it, a sheet from below at 768, the whole screen on a phone. Esc closes it.
 * Put it after the page's content, in one flex row with it.
 */
export function Panel({
  title,
  icon,
  wide = false,
  actions,
  takesFocus = false,
  foot,
  onClose,
  children,
}: {
  title: ReactNode
  icon?: ReactNode
  /** 640 px, for forms. */
  wide?: boolean
  /** Icon buttons of the head. */
  actions?: ReactNode
  /** Its title has the focus once it is there: what opens from a list by keyboard is read next, and Esc closes it. */
  takesFocus?: boolean
  /** Stays in sight below what scrolls: the buttons of a form. */
  foot?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEscape(box, onClose)
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <aside className={`panel ${wide ? 'wide' : ''}`} aria-labelledby={id} ref={box}>
      <header className="panel-head">
        <IconButton label="Back" icon={<ArrowLeft />} className="sm:hidden" onClick={onClose} />
        {icon}
        <h2 id={id} className="min-w-0 flex-1 truncate font-semibold" tabIndex={-1}>
          {title}
        </h2>
        {actions}
        <IconButton label="Close" icon={<X />} className="max-sm:hidden" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-auto">{children}</div>
      {foot}
    </aside>
  )
}

/** Esc inside of an element, unless something within made use of it. */
function useEscape(box: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const element = box.current
    const onKey = (event: KeyboardEvent) => {
      // A dialog that the panel opened closes itself, and only itself.
      const isOfDialog = event.target instanceof Element && event.target.closest('dialog') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isOfDialog) latest.current()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [box])
}
