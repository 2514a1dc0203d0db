/** Syntax colours by the parser's node names: those of JSON, and those of the script mode below. */
import { StreamLanguage, syntaxTree, type StreamParser } from '@codemirror/language'
import { RangeSetBuilder, type Extension } from '@codemirror/state'
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'

const classOf: Readonly<Record<string, string>> = {
  PropertyName: 'code-key',
  propertyName: 'code-key',
  String: 'code-string',
  string: 'code-string',
  Number: 'code-number',
  number: 'code-number',
  True: 'code-word',
  False: 'code-word',
  Null: 'code-word',
  keyword: 'code-word',
  comment: 'code-comment',
}

const marks: ReadonlyMap<string, Decoration> = new Map(
  [...new Set(Object.values(classOf))].map((name) => [name, Decoration.mark({ class: name })]),
)

/** Only the visible ranges are highlighted, so that megabytes cost no more than a page. */
function coloursOf(view: EditorView): DecorationSet {
  const decorations = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        const mark = marks.get(classOf[name] ?? '')
        if (mark !== undefined && start < end) decorations.add(start, end, mark)
      },
    })
  return decorations.finish()
}

export const codeColours: Extension = ViewPlugin.fromClass(
  class {
    colours: DecorationSet
    constructor(view: EditorView) {
      this.colours = coloursOf(view)
    }
    update({ docChanged, viewportChanged, startState, state, view }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) this.colours = coloursOf(view)
    }
  },
  { decorations: (plugin) => plugin.colours },
)

const words = new Set(
  `async await break case catch class const continue default delete do else false finally for function if in instanceof
   let new null of return switch this throw true try typeof undefined var while`.split(/\s+/),
)

interface Place {
  /** The open quote of a multi-line text, or "/*" of a comment. */
  open: string | null
}

/** Strings, comments, numbers and identifiers of JavaScript-like languages, including expressions. */
const script: StreamParser<Place> = {
  startState: () => ({ open: null }),
  token(stream, place) {
    if (place.open === '/*') {
      if (stream.match(/^.*?\*\//)) place.open = null
      else stream.skipToEnd()
      return 'comment'
    }
    if (place.open !== null) {
      const end = stream.match(/^(?:[^`\\]|\\.)*`/)
      if (end) place.open = null
      else stream.skipToEnd()
      return 'string'
    }
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*') || stream.match('`')) {
      place.open = stream.current() === '/*' ? '/*' : '`'
      return place.open === '/*' ? 'comment' : 'string'
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^\d[\w.]*/)) return 'number'
    if (stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u)) return words.has(stream.current()) ? 'keyword' : null
    stream.next()
    return null
  },
}

export const plainScript: Extension = StreamLanguage.define(script)
