import { useEffect, useRef, useState, type RefObject } from 'react'

/** Debounce of the search while typing. */
const pauseMs = 250

/** Typed text that is not the current search yet. */
interface Draft {
  text: string
  isSent: boolean
}

/** The text of a search field between typing and the URL. `value` is the current search. */
export function useSearchDraft(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onSearch: (text: string) => void,
) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  // The URL follows a moment after a search is sent. Until then the old text must not reappear in the field.
  if (draft?.isSent === true && draft.text === value) setDraft(null)
  useEffect(() => {
    if (draft === null || draft.isSent) return undefined
    const timer = setTimeout(() => {
      latest.current(draft.text)
      setDraft(document.activeElement === input.current ? { text: draft.text, isSent: true } : null)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [draft, input])
  // After back or forward before the sent text was rendered, it will never become the value.
  useEffect(() => {
    const forget = () => setDraft((now) => (now?.isSent === true ? null : now))
    window.addEventListener('popstate', forget)
    return () => window.removeEventListener('popstate', forget)
  }, [])
  return {
    shown: draft?.text ?? value,
    type: (text: string) => setDraft({ text, isSent: false }),
    /** Sends immediately. */
    send: (text: string) => {
      setDraft({ text, isSent: true })
      onSearch(text)
    },
    /** Called on blur. */
    leave: () => draft?.isSent === true && setDraft(null),
  }
}
