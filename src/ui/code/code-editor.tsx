import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import './code-editor.css'
import type { CodeFacts, CodeLanguage, CodeProblem, CodeView } from './code-view.ts'

/** Height of a line, and of what stands above and below all of them, in px (code-editor.css). */
const lineHeight = 18
const frameHeight = 18
/** As much of a text that is only read stands there until the editor has come: megabytes in a plain element hold the page up. */
const firstCharacters = 20_000

const none: readonly CodeProblem[] = []

/** Lines of a text, no further than `most`. */
function countLines(text: string, most: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines < most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** What stands in the editor's place until it has come, and for good where it cannot be loaded. */
function Plain({
  id,
  value,
  facts,
  failed,
  area,
  onValue,
}: {
  id: string | undefined
  value: string
  facts: CodeFacts
  failed: boolean
  area: RefObject<HTMLTextAreaElement | null>
  onValue: ((value: string) => void) | undefined
}) {
  if (facts.readOnly)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      <pre id={id} tabIndex={0} role="region" aria-label={facts.label}>
        {failed ? value : value.slice(0, firstCharacters)}
      </pre>
    )
  return (
    <textarea
      ref={area}
      id={id}
      aria-label={facts.label}
      aria-invalid={facts.problems.length > 0 ? true : undefined}
      spellCheck={facts.language === 'text'}
      value={value}
      onChange={(event) => onValue?.(event.target.value)}
    />
  )
}

/**
 * Code to write or to read. The editor itself loads when the first one is shown; until then, and where it cannot be loaded, a
 * plain field of the same size takes the text. Tab moves on. Say the messages of `problems` beside it: here their lines are marked.
 */
export function CodeEditor({
  id,
  label,
  value,
  onValue,
  onBlur,
  language,
  readOnly = false,
  problems = none,
  minLines = 4,
  maxLines = 20,
}: {
  /** For a visible label and for giving it the focus. */
  id?: string | undefined
  /** Its name. */
  label: string
  value: string
  onValue?: (value: string) => void
  onBlur?: () => void
  language: CodeLanguage
  readOnly?: boolean
  /** Lines and columns count from 1. Stable between renders where nothing changed. */
  problems?: readonly CodeProblem[]
  minLines?: number
  maxLines?: number
}) {
  const host = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const view = useRef<CodeView | null>(null)
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')
  const [facts, setFacts] = useState<CodeFacts>({ label, language, readOnly, problems })
  const isSame =
    facts.label === label && facts.language === language && facts.readOnly === readOnly && facts.problems === problems
  if (!isSame) setFacts({ label, language, readOnly, problems })
  // At once: text that the page gives back later than the next key would overwrite that key.
  const emit = useEffectEvent((text: string) => flushSync(() => onValue?.(text)))
  const make = useEffectEvent((makeCodeView: typeof import('./code-view.ts').makeCodeView) => {
    if (host.current === null) return
    const field = area.current
    const place = field !== null && field === document.activeElement ? [field.selectionStart, field.selectionEnd] : null
    // Shown before it is made: what is hidden can neither be measured nor take the focus.
    flushSync(() => setState('there'))
    view.current = makeCodeView(host.current, value, facts, (text) => emit(text))
    const [from, to] = place ?? []
    if (from !== undefined && to !== undefined) view.current.focus(from, to)
  })
  useEffect(() => {
    let gone = false
    import('./code-view.ts').then(
      (module) => {
        if (!gone) make(module.makeCodeView)
      },
      () => {
        if (!gone) setState('failed')
      },
    )
    return () => {
      gone = true
      view.current?.destroy()
      view.current = null
    }
  }, [])
  useLayoutEffect(() => view.current?.update(value, facts), [value, facts])
  const lines = Math.max(minLines, countLines(value, maxLines))
  const there = state === 'there'
  return (
    <div
      className="code-editor"
      data-invalid={problems.length > 0 ? '' : undefined}
      data-read-only={readOnly ? '' : undefined}
      onBlur={onBlur}
      style={{
        minHeight: lineHeight * minLines + frameHeight,
        maxHeight: lineHeight * maxLines + frameHeight,
        ...(there ? {} : { height: lineHeight * lines + frameHeight }),
      }}
    >
      {!there && (
        <Plain id={id} value={value} facts={facts} failed={state === 'failed'} area={area} onValue={onValue} />
      )}
      <div ref={host} id={there ? id : undefined} hidden={!there} />
    </div>
  )
}
