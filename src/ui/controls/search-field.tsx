import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useSearchDraft } from './search-draft.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'

/**
 * Search field in a bar. `value` is the current search (from the URL); `onSearch` is called after a pause, or
 * immediately on Enter, Esc and clear.
 */
export function SearchField({
  label,
  value,
  onSearch,
  hasKey = true,
  className = '',
}: {
  /** Its name and its placeholder. */
  label: string
  value: string
  onSearch: (text: string) => void
  /** Whether the shortcut "/" focuses the field; set for only one field of a page. */
  hasKey?: boolean
  className?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const { shown, type, send, leave } = useSearchDraft(input, value, onSearch)
  useShortcuts(hasKey ? { '/': () => input.current?.focus() } : {})
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
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(shown)
          if (event.key === 'Escape' && shown !== '') send('')
          else if (event.key === 'Escape') input.current?.blur()
        }}
      />
      {shown === '' ? (
        hasKey && (
          <kbd className="max-sm:hidden pointer-coarse:hidden" aria-hidden="true">
            /
          </kbd>
        )
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
