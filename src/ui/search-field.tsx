import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from './shortcut.ts'

/** A pause in typing after which the search goes out. */
const pauseMs = 250

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
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(() => {
      latest.current(draft)
      setDraft(null)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  useShortcuts({ '/': () => input.current?.focus() })
  const send = (text: string) => {
    setDraft(null)
    onSearch(text)
  }
  const shown = draft ?? value
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
        onChange={(event) => setDraft(event.target.value)}
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
