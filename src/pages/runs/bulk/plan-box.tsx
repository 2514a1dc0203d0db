import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { useEscape } from '#ui/overlays/panel.tsx'

/**
 * A question in place of the bar of the selected runs, which stay visible and usable. Esc closes it. Set
 * `data-autofocus` on the harmless button.
 */
export function PlanBox({
  title,
  onClose,
  onSubmit,
  actions,
  children,
}: {
  title: ReactNode
  onClose: () => void
  onSubmit: () => void
  /** Buttons, the harmless one first. */
  actions: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEscape(box, onClose)
  useEffect(() => {
    const previousFocus = document.activeElement
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <div ref={box} role="dialog" aria-labelledby={id} className="plan-box">
      <form onSubmit={submit} noValidate>
        <h2 id={id} className="text-lg font-semibold tracking-[-0.01em]">
          {title}
        </h2>
        <div className="plan-body">{children}</div>
        <div className="dialog-actions">{actions}</div>
      </form>
    </div>
  )
}
