import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from './shortcut.ts'

/** A pause in typing after which the search goes out. */
const pauseMs = 250

/** What is typed and not yet what is searched for. */
interface Draft {
  text: string
  sent: boolean
}

/** A search in a bar. `value` is what is searched for now (from the URL); `onSearch` comes after a pause, or at once with Enter. */
export function SearchField({
  label,
  value,
  onSearch,
  className = '',
}: {
  /** Its name and its placeholder. */
  label: string
  value: string
  onSearch: (text: string) => void
  className?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  // The address follows a moment after what was sent. Until then the old text must not come back under the fingers.
  if (draft?.sent === true && draft.text === value) setDraft(null)
  useEffect(() => {
    if (draft === null || draft.sent) return undefined
    const timer = setTimeout(() => {
      latest.current(draft.text)
      setDraft(document.activeElement === input.current ? { text: draft.text, sent: true } : null)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  useShortcuts({ '/': () => input.current?.focus() })
  const send = (text: string) => {
    setDraft({ text, sent: true })
    onSearch(text)
  }
  const shown = draft?.text ?? value
  return (
    <span className={`input sm ${className}`}>
      <Search className="s" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={shown}
        autoComplete="off"
        onChange={(event) => setDraft({ text: event.target.value, sent: false })}
        onBlur={() => draft?.sent === true && setDraft(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(shown)
          if (event.key === 'Escape' && shown !== '') send('')
          else if (event.key === 'Escape') input.current?.blur()
        }}
      />
      {shown === '' ? (
        <kbd className="max-sm:hidden" aria-hidden="true">
          /
        </kbd>
      ) : (
        <button
          type="button"
          className="grid size-5 place-items-center text-text-3 hover:text-text"
          aria-label="Clear search"
          onClick={() => send('')}
        >
          <X className="s" />
        </button>
      )}
    </span>
  )
}
