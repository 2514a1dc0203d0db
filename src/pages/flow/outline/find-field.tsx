import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Suggestions } from '#flow/find/find-suggest.ts'
import { useSearchDraft } from '#ui/controls/search-draft.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import { FindSuggestions } from './find-suggestions.tsx'

interface FindFieldProps {
  data: FlowData
  /** The current search. */
  value: string
  /** How often the focus was requested; 0 = never. */
  focusRequests: number
  onSearch: (text: string) => void
  /** Called on Enter, to go to the next or previous match of this text. */
  onStep: (by: 1 | -1, text: string) => void
  /** Called on Esc in an empty field. */
  onLeave: () => void
}

/** Suggestions at the caret, and the active one; -1 = none. */
function useSuggestions(data: FlowData, text: string, caret: number) {
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const offer = useFlowQuery(data, 'suggest', isOpen ? { text, caret } : null)
  const close = useCallback(() => {
    setOpen(false)
    setAt(-1)
  }, [])
  const list = offer?.list ?? []
  return {
    list,
    offer,
    /** Whether the suggestions are for an earlier text or caret position. */
    isBehind: offer?.text !== text || offer.caret !== caret,
    ask: () => data.ask('suggest', { text, caret }),
    active: Math.min(at, list.length - 1),
    close,
    open: () => {
      setOpen(true)
      setAt(-1)
    },
    move: (by: 1 | -1) => {
      setOpen(true)
      const lines = list.length + 1
      // -1 is the field itself, which comes before the first and after the last suggestion.
      setAt(((Math.min(at, list.length - 1) + 1 + by + lines) % lines) - 1)
    },
  }
}

/** The search field of a flow, with suggestions below. */
export function FindField({ data, value, focusRequests, onSearch, onStep, onLeave }: FindFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [caret, setCaret] = useState(0)
  const { shown, type, send, leave } = useSearchDraft(input, value, onSearch)
  const suggestions = useSuggestions(data, shown, Math.min(caret, shown.length))
  const { list, active, close, open, move } = suggestions
  useEffect(() => {
    if (focusRequests === 0) return
    input.current?.focus()
    input.current?.select()
  }, [focusRequests])

  const applySuggestion = ({ list: lines, from, to }: Suggestions, index: number) => {
    const chosen = lines[index]
    if (chosen === undefined) return
    const isWhole = !chosen.insert.endsWith(':')
    const head = shown.slice(0, from) + chosen.insert
    const text = head + shown.slice(to)
    // The caret can only be set once the text is in the field.
    flushSync(() => {
      setCaret(head.length)
      if (isWhole) send(text)
      else type(text)
    })
    input.current?.setSelectionRange(head.length, head.length)
    if (isWhole) close()
    else open()
  }
  const insert = (index: number) => {
    if (suggestions.offer !== undefined && !suggestions.isBehind) applySuggestion(suggestions.offer, index)
    else handleFlowAnswer(suggestions.ask(), (offer) => applySuggestion(offer, index))
  }
  const onEscape = () => {
    if (list.length > 0) close()
    else if (shown === '') onLeave()
    else send('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') onEscape()
    else if (event.key === 'Enter' && active >= 0) insert(active)
    else if (event.key === 'Enter') {
      close()
      onStep(event.shiftKey ? -1 : 1, shown)
    } else return
    event.preventDefault()
  }
  return (
    <span className="input sm" ref={setBox}>
      <Search className="s" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Find in this flow"
        placeholder="Find nodes – try is:disabled"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={list.length > 0}
        aria-controls={list.length > 0 ? id : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        value={shown}
        onChange={({ target }) => {
          setCaret(target.selectionStart ?? target.value.length)
          type(target.value)
          open()
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
        onBlur={() => {
          close()
          leave()
        }}
        onKeyDown={onKeyDown}
      />
      {shown === '' ? (
        <kbd className="max-sm:hidden" aria-hidden="true">
          f
        </kbd>
      ) : (
        <button
          type="button"
          className="grid size-6 flex-none place-items-center text-text-3 hover:text-text"
          aria-label="Clear search"
          onClick={() => {
            send('')
            input.current?.focus()
          }}
        >
          <X className="s" />
        </button>
      )}
      {box !== null && list.length > 0 && (
        <FindSuggestions id={id} anchor={box} list={list} active={active} onChoose={insert} onClose={close} />
      )}
    </span>
  )
}
