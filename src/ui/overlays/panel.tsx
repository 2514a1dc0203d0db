import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { PaneGrip } from '#ui/panes/pane-grip.tsx'
import { resizablePane } from '#ui/panes/pane.ts'

/** All panels but forms have one width. */
const panelPane = resizablePane('panel', { min: 300, share: 0.42 })

/**
 * A panel beside the page: 360 px, which can be changed, that push it; below 1024 px a sheet from below, on a phone the whole screen. Esc in
 * the panel closes it.
 * Place it after the page's content, in the same flex row.
 */
export function Panel({
  title,
  icon,
  wide = false,
  actions,
  takesFocus = false,
  footer,
  onClose,
  children,
}: {
  title: ReactNode
  icon?: ReactNode
  /** 640 px, for forms. */
  wide?: boolean
  /** Icon buttons of the header. */
  actions?: ReactNode
  /** Focuses its title on mount: a panel that is opened from a list by keyboard is read next, and Esc closes it. */
  takesFocus?: boolean
  /** Always visible below the scroll area: the buttons of a form. */
  footer?: ReactNode
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
        <IconButton label="Close" shortcut="Esc" icon={<X />} className="max-sm:hidden" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-auto">{children}</div>
      {footer}
      {!wide && <PaneGrip pane={panelPane} edge="left" label="Width of the panel" />}
    </aside>
  )
}

/** Handles Esc inside an element, unless it was handled within. */
export function useEscape(box: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const element = box.current
    const onKey = (event: KeyboardEvent) => {
      // Esc in a dialog that the panel opened closes only that.
      const isOfDialog = event.target instanceof Element && event.target.closest('dialog') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isOfDialog) latest.current()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [box])
}
