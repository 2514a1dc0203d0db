/** Suggestions while a search query is typed. Pure. */
import type { FlowSearch } from './find.ts'
import { folded, nameOperators, findOperators, states } from './find-query.ts'

export interface Suggestion {
  /** Replacement for the word at the caret. */
  insert: string
  /** Secondary text shown after the suggestion. */
  note: string
}

export interface Suggestions {
  /** Range of the text that is replaced. */
  from: number
  to: number
  list: Suggestion[]
}

/** Maximum number of suggestions. */
const maxSuggestions = 8
/** Maximum length of a suggested name: longer names come from damaged files. */
const maxName = 100

const notes: Record<(typeof findOperators)[number], string> = {
  type: 'node type',
  tool: 'tool used',
  uses: 'a tool, channel, secret, variable or flow',
  is: states.join(', '),
}

/** The last word before the caret: minus, operator, value in quotes or not. */
const lastWord = /(?:^|\s)(-?)([a-z]*)(?::(?:"([^"]*)|([^\s"][^\s]*)?))?$/i

/** Quotes a value so that it is parsed as one term; null if that is impossible. */
function written(value: string): string | null {
  if (!/\s/.test(value) && !value.startsWith('"')) return value
  return value.includes('"') ? null : `"${value}"`
}

function valuesOf(search: FlowSearch, operator: string, typed: string): Suggestion[] {
  if (operator === 'is')
    return states.filter((state) => state.startsWith(typed)).map((state) => ({ insert: `is:${state}`, note: '' }))
  const name = nameOperators.find((one) => one === operator)
  if (name === undefined) return []
  const { words, folded: all, counts } = search.names(name)
  const places = [...all.keys()].filter((place) => {
    const own = all[place] ?? ''
    return own !== '' && own.length <= maxName && own.includes(typed)
  })
  const rank = (place: number) => (all[place]?.startsWith(typed) === true ? 1 : 0)
  return places
    .toSorted((a, b) => rank(b) - rank(a) || (counts[b] ?? 0) - (counts[a] ?? 0))
    .flatMap((place) => {
      const value = written(words[place] ?? '')
      return value === null ? [] : [{ insert: `${name}:${value}`, note: (counts[place] ?? 0).toLocaleString() }]
    })
}

/**
 * Suggests operators, or values of an operator that occur in the flow, for the word before the caret. Empty within
 * free text.
 */
export function suggestFind(search: FlowSearch, text: string, caret: number): Suggestions {
  const before = text.slice(0, caret)
  const match = lastWord.exec(before)
  const none = { from: caret, to: caret, list: [] }
  if (match === null) return none
  const [all, minus = '', name = '', quoted, word] = match
  const from = caret - all.trimStart().length
  const hasValue = all.includes(':')
  const list = hasValue
    ? valuesOf(search, name.toLowerCase(), folded(quoted ?? word ?? ''))
    : findOperators
        .filter((operator) => operator.startsWith(name.toLowerCase()))
        .map((operator) => ({ insert: `${operator}:`, note: notes[operator] }))
  const kept = list.slice(0, maxSuggestions).map((one) => ({ ...one, insert: `${minus}${one.insert}` }))
  // A suggestion equal to the typed text is dropped.
  const [only] = kept
  return kept.length === 1 && only?.insert === before.slice(from) ? none : { from, to: caret, list: kept }
}
