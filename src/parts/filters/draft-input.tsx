import { useEffect, useRef, useState, type ComponentPropsWithRef } from 'react'

/** Debounce in ms while typing, since a number is typed digit by digit. */
const pauseMs = 700

/** Input whose text is applied on blur, on Enter, or after a pause. */
export function DraftInput({
  value,
  onCommit,
  ...input
}: Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange'> & { value: string; onCommit: (text: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef(onCommit)
  useEffect(() => {
    latest.current = onCommit
  })
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(() => latest.current(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  const commit = () => {
    if (draft === null) return
    setDraft(null)
    if (draft !== value) onCommit(draft)
  }
  return (
    <input
      {...input}
      value={draft ?? value}
      autoComplete="off"
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
