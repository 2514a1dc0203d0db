import { useEffect, useId, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'

/**
 * A dialog for what must be decided now: its title is the question, its buttons are verbs. It is there while it is rendered;
 * Esc and a press beside it call `onClose`. Mark the harmless button with `autoFocus`.
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
  /** Null = it can only be answered. */
  onClose: (() => void) | null
  /** Makes it a form: Enter submits. */
  onSubmit?: () => void
  /** Buttons, the harmless one first. */
  actions: ReactNode
  className?: string
  /** The form in it, for who moves the focus there. */
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

/** Opens a <dialog> in front of everything, and gives the focus back to where it was. */
export function useModal(box: { current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const element = box.current
    const before = document.activeElement
    if (!element) return undefined
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]')
    element.showModal()
    wanted?.focus()
    return () => {
      element.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [box])
}
