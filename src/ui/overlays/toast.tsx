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
  undo?: { seconds: number; onUndo: () => void; onExpire?: () => void }
}

interface Shown extends ToastWords {
  id: number
}

/** Seconds that a toast without undo is shown. */
const staySeconds = 5
/** Maximum toasts: more would cover the page. */
const maxShown = 3

const shown = signal<readonly Shown[]>([])
let lastId = 0
const close = (id: number) => shown.set(shown.get().filter((one) => one.id !== id))

/** Shows a toast. Returns a function that removes it. */
export function showToast(words: ToastWords): () => void {
  const id = ++lastId
  shown.set([...shown.get(), { ...words, id }])
  return () => close(id)
}

function Toast({ toast }: { toast: Shown }) {
  const box = useRef<HTMLLIElement>(null)
  /** The element that had the focus before: the focus returns to it. */
  const before = useRef<EventTarget | null>(null)
  const leave = () => {
    const hadFocus = box.current?.contains(document.activeElement) === true
    close(toast.id)
    if (hadFocus && before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
  }
  const [left, setLeft] = useState(toast.undo?.seconds ?? staySeconds)
  useEffect(() => {
    const timer = setInterval(() => {
      // It stays while it is hovered or focused.
      if (!box.current?.matches(':hover, :focus-within')) setLeft((seconds) => seconds - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left > 0) return
    close(toast.id)
    toast.undo?.onExpire?.()
  }, [left, toast])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- records where the focus came from
    <li
      className="toast"
      ref={box}
      onFocus={({ relatedTarget: from }) => {
        if (from !== null && !box.current?.contains(from)) before.current = from
      }}
    >
      <span className="line-clamp-4 min-w-0 flex-1 wrap-anywhere">{toast.message}</span>
      {toast.undo ? (
        <>
          <button
            type="button"
            onClick={() => {
              leave()
              toast.undo?.onUndo()
            }}
          >
            Undo
          </button>
          <span className="opacity-70" aria-hidden="true">
            {left} s
          </span>
        </>
      ) : (
        <>
          {toast.link && (
            <Link to={toast.link.to} onClick={leave}>
              {toast.link.label}
            </Link>
          )}
          <button type="button" aria-label="Close" onClick={leave}>
            <X className="s" />
          </button>
        </>
      )}
    </li>
  )
}

/** Container of toasts: bottom left, above the bar of a phone. Rendered once in the frame. */
export function Toasts() {
  const toasts = useSyncExternalStore(shown.subscribe, shown.get)
  return (
    <ol
      aria-live="polite"
      aria-label="Done"
      className="fixed bottom-4 left-4 z-(--z-toast) grid w-[min(360px,calc(100vw-32px))] grid-cols-[minmax(0,1fr)] gap-2 max-sm:bottom-[72px]"
    >
      {toasts.slice(-maxShown).map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </ol>
  )
}
