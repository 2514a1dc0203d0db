/** Suggestions while a search query is typed. Pure. */
import type { FlowSearch } from './find.ts'
import { foldText, nameOperators, findOperators, states } from './find-query.ts'

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
function quoteValue(value: string): string | null {
  if (!/\s/.test(value) && !value.startsWith('"')) return value
  return value.includes('"') ? null : `"${value}"`
}

function valuesOf(search: FlowSearch, operator: string, typed: string): Suggestion[] {
  if (operator === 'is')
    return states.filter((state) => state.startsWith(typed)).map((state) => ({ insert: `is:${state}`, note: '' }))
  const name = nameOperators.find((one) => one === operator)
  if (name === undefined) return []
  const { spellings, folded: all, counts } = search.names(name)
  const matches = [...all.keys()].filter((nameIndex) => {
    const own = all[nameIndex] ?? ''
    return own !== '' && own.length <= maxName && own.includes(typed)
  })
  const rank = (nameIndex: number) => (all[nameIndex]?.startsWith(typed) === true ? 1 : 0)
  return matches
    .toSorted((a, b) => rank(b) - rank(a) || (counts[b] ?? 0) - (counts[a] ?? 0))
    .flatMap((nameIndex) => {
      const value = quoteValue(spellings[nameIndex] ?? '')
      return value === null ? [] : [{ insert: `${name}:${value}`, note: (counts[nameIndex] ?? 0).toLocaleString() }]
    })
}

/**
 * Suggests operators, or values of an operator that occur in the flow, for the word before the caret. Empty within
 * free text.
 */
export function suggestFind(search: FlowSearch, text: string, caret: number): Suggestions {
  const before = text.slice(0, caret)
  const match = lastWord.exec(before)
  const noSuggestions = { from: caret, to: caret, list: [] }
  if (match === null) return noSuggestions
  const [all, minus = '', name = '', quoted, word] = match
  const from = caret - all.trimStart().length
  const hasValue = all.includes(':')
  const list = hasValue
    ? valuesOf(search, name.toLowerCase(), foldText(quoted ?? word ?? ''))
    : findOperators
        .filter((operator) => operator.startsWith(name.toLowerCase()))
        .map((operator) => ({ insert: `${operator}:`, note: notes[operator] }))
  const kept = list.slice(0, maxSuggestions).map((one) => ({ ...one, insert: `${minus}${one.insert}` }))
  // A suggestion equal to the typed text is dropped.
  const [only] = kept
  return kept.length === 1 && only?.insert === before.slice(from) ? noSuggestions : { from, to: caret, list: kept }
}
