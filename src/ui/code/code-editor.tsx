import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import './code-editor.css'
import type { CodeFacts, CodeLanguage, CodeProblem, CodeView } from './code-view.ts'

/** Line height, and vertical padding, in px (code-editor.css). */
const lineHeight = 18
const frameHeight = 18
/**
 * Maximum characters of a read-only text that are shown until the editor has loaded: megabytes in a plain element block
 * the page.
 */
const firstCharacters = 20_000

const none: readonly CodeProblem[] = []

/** Number of lines of a text, up to `most`. */
function countLines(text: string, most: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines < most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Placeholder until the editor has loaded, or permanently if it fails to load. */
function PlainCode({
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
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
 * Code editor or viewer. The editor itself loads when the first one is shown; until then, and if it fails to load, a
 * plain field of the same size takes the text. Tab moves the focus on. Show the messages of `problems` beside it: the
 * editor marks their lines.
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
  /** For a visible label and for focusing it. */
  id?: string | undefined
  /** Accessible name. */
  label: string
  value: string
  onValue?: (value: string) => void
  onBlur?: () => void
  language: CodeLanguage
  readOnly?: boolean
  /** Lines and columns count from 1. Must be a stable array if nothing changed. */
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
  // Synchronous: text that arrives from the page after the next key would overwrite that key.
  const emit = useEffectEvent((text: string) => flushSync(() => onValue?.(text)))
  const mountEditor = useEffectEvent((makeCodeView: typeof import('./code-view.ts').makeCodeView) => {
    if (host.current === null) return
    const field = area.current
    const place = field !== null && field === document.activeElement ? [field.selectionStart, field.selectionEnd] : null
    // Made visible before it is created: hidden elements can neither be measured nor focused.
    flushSync(() => setState('there'))
    view.current = makeCodeView(host.current, value, facts, (text) => emit(text))
    const [from, to] = place ?? []
    if (from !== undefined && to !== undefined) view.current.focus(from, to)
  })
  useEffect(() => {
    let isUnmounted = false
    import('./code-view.ts').then(
      (module) => {
        if (!isUnmounted) mountEditor(module.makeCodeView)
      },
      () => {
        if (!isUnmounted) setState('failed')
      },
    )
    return () => {
      isUnmounted = true
      view.current?.destroy()
      view.current = null
    }
  }, [])
  useLayoutEffect(() => view.current?.update(value, facts), [value, facts])
  const lines = Math.max(minLines, countLines(value, maxLines))
  const isReady = state === 'there'
  return (
    <div
      className="code-editor"
      data-invalid={problems.length > 0 ? '' : undefined}
      data-read-only={readOnly ? '' : undefined}
      onBlur={onBlur}
      style={{
        minHeight: lineHeight * minLines + frameHeight,
        maxHeight: lineHeight * maxLines + frameHeight,
        ...(isReady ? {} : { height: lineHeight * lines + frameHeight }),
      }}
    >
      {!isReady && (
        <PlainCode id={id} value={value} facts={facts} failed={state === 'failed'} area={area} onValue={onValue} />
      )}
      <div ref={host} id={isReady ? id : undefined} hidden={!isReady} />
    </div>
  )
}
