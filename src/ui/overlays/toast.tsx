import { X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { signal } from '#lib/signal.ts'

export interface ToastWords {
  /** What was done, in one line. Never the only copy of an error. */
  message: string
  /** Link to details; not combined with `undo`. */
  link?: { label: string; to: string }
  /** Offers to undo it for a few seconds. */
  undo?: {
    /** "Undo" if it is left out. */
    label?: string
    seconds: number
    onUndo: () => void
    onExpire?: () => void
    /** Key that undoes the newest change; the page handles it. */
    shortcut?: string
  }
}

interface ActiveToast extends ToastWords {
  id: number
}

/** Seconds that a toast without undo is shown. */
const toastSeconds = 5
/** Maximum toasts: more would cover the page. */
const maxShown = 3

const activeToasts = signal<readonly ActiveToast[]>([])
let lastId = 0
const close = (id: number) => activeToasts.set(activeToasts.get().filter((one) => one.id !== id))

/** Shows a toast. Returns a function that removes it. */
export function showToast(words: ToastWords): () => void {
  const id = ++lastId
  activeToasts.set([...activeToasts.get(), { ...words, id }])
  return () => close(id)
}

function Toast({ toast }: { toast: ActiveToast }) {
  const box = useRef<HTMLLIElement>(null)
  /** The element that had the focus before: the focus returns to it. */
  const previousFocus = useRef<EventTarget | null>(null)
  const dismiss = () => {
    const hadFocus = box.current?.contains(document.activeElement) === true
    close(toast.id)
    if (hadFocus && previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
      previousFocus.current.focus({ preventScroll: true })
  }
  const [secondsLeft, setSecondsLeft] = useState(toast.undo?.seconds ?? toastSeconds)
  useEffect(() => {
    const timer = setInterval(() => {
      // It stays while it is hovered or focused.
      if (!box.current?.matches(':hover, :focus-within')) setSecondsLeft((seconds) => seconds - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (secondsLeft > 0) return
    close(toast.id)
    toast.undo?.onExpire?.()
  }, [secondsLeft, toast])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- records where the focus came from
    <li
      className="toast"
      ref={box}
      onFocus={({ relatedTarget: from }) => {
        if (from !== null && !box.current?.contains(from)) previousFocus.current = from
      }}
    >
      <span className="line-clamp-4 min-w-0 flex-1 wrap-anywhere">{toast.message}</span>
      {toast.undo ? (
        <>
          <button
            type="button"
            onClick={() => {
              dismiss()
              toast.undo?.onUndo()
            }}
          >
            {toast.undo.label ?? 'Undo'}
          </button>
          <span className="opacity-70" aria-hidden="true">
            {secondsLeft} s
          </span>
          {toast.undo.shortcut !== undefined && (
            <kbd className="max-sm:hidden pointer-coarse:hidden" aria-hidden="true">
              {toast.undo.shortcut}
            </kbd>
          )}
        </>
      ) : (
        <>
          {toast.link && (
            <Link to={toast.link.to} onClick={dismiss}>
              {toast.link.label}
            </Link>
          )}
          <button type="button" aria-label="Close" onClick={dismiss}>
            <X className="s" />
          </button>
        </>
      )}
    </li>
  )
}

/** Container of toasts: bottom left, above the bar of a phone. Rendered once in the frame. */
export function Toasts() {
  const toasts = useSyncExternalStore(activeToasts.subscribe, activeToasts.get)
  return (
    <ol
      aria-live="polite"
      aria-label="Notifications"
      className="fixed bottom-4 left-4 z-(--z-toast) grid w-[min(360px,calc(100vw-32px))] grid-cols-[minmax(0,1fr)] gap-2 max-sm:bottom-[60px]"
    >
      {toasts.slice(-maxShown).map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </ol>
  )
}
