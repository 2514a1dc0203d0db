import { useEffect, useId, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'

/**
 * Modal dialog: its title is the question, its buttons are verbs. It is open while it is rendered; Esc and a click
 * outside call `onClose`. Set `data-autofocus` on the harmless button.
 */
export function Dialog({
  title,
  onClose,
  onSubmit,
  actions,
  className = '',
  form,
  children,
}: {
  title: ReactNode
  /** Null = only a button closes the dialog. */
  onClose: (() => void) | null
  /** Makes it a form: Enter submits. */
  onSubmit?: () => void
  /** Buttons, the harmless one first. */
  actions: ReactNode
  className?: string
  /** Ref to its form, for moving the focus. */
  form?: RefObject<HTMLFormElement | null>
  children?: ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  useModal(box)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <dialog
      ref={box}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={(event) => {
        if (event.target === box.current && isOutside(event.clientX, event.clientY, box.current)) onClose?.()
      }}
    >
      <form ref={form} className="grid gap-4" onSubmit={submit} noValidate>
        <h2 id={id} className="text-lg font-semibold tracking-[-0.01em]">
          {title}
        </h2>
        {children}
        <div className="dialog-actions">{actions}</div>
      </form>
    </dialog>
  )
}

function isOutside(x: number, y: number, element: Element): boolean {
  const box = element.getBoundingClientRect()
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}

/** Opens a <dialog> as a modal, and restores the focus afterwards. */
export function useModal(box: { current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const element = box.current
    const previousFocus = document.activeElement
    if (!element) return undefined
    const autofocusElement = element.querySelector<HTMLElement>('[data-autofocus]')
    element.showModal()
    autofocusElement?.focus()
    return () => {
      element.close()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [box])
}
