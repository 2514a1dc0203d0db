/**
 * The CodeMirror editor behind CodeEditor. It lives in a shadow root, where its styles are constructed stylesheets,
 * which a Content-Security-Policy without inline styles allows. Loaded only where code is shown (code-editor.tsx).
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, RangeSetBuilder, type Extension, type Text } from '@codemirror/state'
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import { codeColours, plainScript } from './code-colours.ts'
import { codeTheme } from './code-theme.ts'

export type CodeLanguage = 'json' | 'text' | 'javascript'

/** Line and column count from 1. */
export interface CodeProblem {
  line: number
  column?: number | undefined
  message: string
}

export interface CodeFacts {
  label: string
  language: CodeLanguage
  readOnly: boolean
  problems: readonly CodeProblem[]
}

export interface CodeView {
  update: (value: string, facts: CodeFacts) => void
  focus: (from: number, to: number) => void
  destroy: () => void
}

/** Ids of descriptions for screen readers; both are in the shadow root, where the editor can refer to them. */
const hintId = 'hint'
const problemsId = 'problems'
const keysHint = 'Tab moves to the next field. Control+] indents, Control+F searches.'

/** Texts of the search, in the wording of the console. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
}

/** Marks a change from outside, which does not count as an edit. */
const fromOutside = Annotation.define<boolean>()

const languages: Record<CodeLanguage, Extension> = { json: json(), javascript: plainScript, text: [] }

const problemLine = Decoration.line({ class: 'code-problem' })

function linesWith(problems: readonly CodeProblem[], doc: Text): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  const numbers = [...new Set(problems.map(({ line }) => line))].toSorted((a, b) => a - b)
  for (const number of numbers)
    if (number >= 1 && number <= doc.lines) lines.add(doc.line(number).from, doc.line(number).from, problemLine)
  return lines.finish()
}

/** From the column, or the first word of the line, to the line's end. */
function diagnosticOf({ line, column, message }: CodeProblem, doc: Text): Diagnostic {
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const start = column === undefined ? text.length - text.trimStart().length : column - 1
  return { from: Math.min(from + start, to), to, severity: 'error', message }
}

const extensionsOf = ({ label, language, readOnly, problems }: CodeFacts): Extension => [
  languages[language],
  EditorState.readOnly.of(readOnly),
  // Read-only text takes the focus (to scroll, search and copy) without opening a phone's keyboard.
  EditorView.editable.of(!readOnly),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': problems.length > 0 ? `${problemsId} ${hintId}` : hintId,
    ...(problems.length > 0 ? { 'aria-invalid': 'true' } : {}),
    ...(readOnly ? { tabindex: '0' } : {}),
    spellcheck: language === 'text' ? 'true' : 'false',
  }),
  EditorView.decorations.of((view) => linesWith(problems, view.state.doc)),
  language === 'text' ? EditorView.lineWrapping : [],
]

function setHiddenText(root: ShadowRoot, id: string, words: string): void {
  const element = root.querySelector(`#${id}`) ?? document.createElement('p')
  element.id = id
  element.setAttribute('hidden', '')
  element.textContent = words
  if (!element.isConnected) root.append(element)
}

/** Creates an editor in `host`. `onValue` gets each edit synchronously. */
export function makeCodeView(
  host: HTMLElement,
  value: string,
  facts: CodeFacts,
  onValue: (value: string) => void,
): CodeView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const settings = new Compartment()
  setHiddenText(root, hintId, keysHint)
  let current = { value, facts }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: value,
      extensions: [
        settings.of(extensionsOf(facts)),
        history(),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        codeColours,
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.phrases.of(phrases),
        keymap.of([...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        codeTheme,
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (!docChanged || transactions.some((one) => one.annotation(fromOutside) === true)) return
          current = { ...current, value: state.doc.toString() }
          onValue(current.value)
        }),
      ],
    }),
  })
  // The host delegates its focus to the first focusable element: the text, not its scroll container.
  view.scrollDOM.removeAttribute('tabindex')
  const showProblems = (problems: readonly CodeProblem[]) => {
    setHiddenText(root, problemsId, problems.map(({ line, message }) => `Line ${line}: ${message}`).join(' '))
    const found = problems.map((problem) => diagnosticOf(problem, view.state.doc))
    view.dispatch(setDiagnostics(view.state, found))
  }
  const apply = (next: CodeFacts) => {
    view.dispatch({ effects: settings.reconfigure(extensionsOf(next)) })
    showProblems(next.problems)
  }
  if (facts.problems.length > 0) showProblems(facts.problems)
  return {
    update: (nextValue, nextFacts) => {
      if (nextValue !== current.value) {
        const changes = { from: 0, to: view.state.doc.length, insert: nextValue }
        view.dispatch({ changes, annotations: fromOutside.of(true) })
      }
      const before = current.facts
      current = { value: nextValue, facts: nextFacts }
      if (before === nextFacts) return
      // A decoration that appears during a composition would end it.
      if (view.compositionStarted)
        view.contentDOM.addEventListener('compositionend', () => setTimeout(() => apply(current.facts)), { once: true })
      else apply(nextFacts)
    },
    focus: (from, to) => {
      const end = view.state.doc.length
      view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}
