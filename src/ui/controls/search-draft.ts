import { useEffect, useRef, useState, type RefObject } from 'react'

/** A pause in typing after which the search goes out. */
const pauseMs = 250

/** What is typed and not yet what is searched for. */
interface Draft {
  text: string
  sent: boolean
}

/** The text of a search field between its keys and the address. `value` is what is searched for now. */
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
  // The address follows a moment after what was sent. Until then the old text must not come back under the fingers.
  if (draft?.sent === true && draft.text === value) setDraft(null)
  useEffect(() => {
    if (draft === null || draft.sent) return undefined
    const timer = setTimeout(() => {
      latest.current(draft.text)
      setDraft(document.activeElement === input.current ? { text: draft.text, sent: true } : null)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [draft, input])
  // Back or forward before what was sent was drawn: it will never become the value.
  useEffect(() => {
    const forget = () => setDraft((now) => (now?.sent === true ? null : now))
    window.addEventListener('popstate', forget)
    return () => window.removeEventListener('popstate', forget)
  }, [])
  return {
    shown: draft?.text ?? value,
    type: (text: string) => setDraft({ text, sent: false }),
    /** Without waiting for a pause. */
    send: (text: string) => {
      setDraft({ text, sent: true })
      onSearch(text)
    },
    /** The field lost the focus. */
    leave: () => draft?.sent === true && setDraft(null),
  }
}
