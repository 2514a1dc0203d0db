/** Search query for nodes: `type:api -is:disabled "order number"`. All terms must match; a minus negates one. Pure. */

/** Operators that compare names: a node’s type, tools and references. */
export const nameOperators = ['type', 'tool', 'uses'] as const
export type NameOperator = (typeof nameOperators)[number]

/** States of a node; each has a different first letter, because a prefix is enough in a query. */
export const states = ['disabled', 'unreachable', 'problem', 'changed'] as const
export type State = (typeof states)[number]

export const findOperators = [...nameOperators, 'is'] as const

export type Term = { negated: boolean; written: string } & (
  | { operator: 'text' | NameOperator; value: string }
  | { operator: 'is'; value: State }
)

export interface FindQuery {
  terms: Term[]
  /** Messages about errors in the query. */
  faults: string[]
}

/** A term: optional minus, optional operator, then a quoted text or a word. `https:` in a URL is not an operator. */
const term = /(-?)(?:([a-z]+):(?!\/\/))?(?:"([^"]*)"?|([^\s"]\S*))?/giy

const ascii = /^[\0-\x7f]*$/

/** Folds case and accents, in any script: "Zürich" becomes "zurich", "Straße" and "STRASSE" become "strasse". */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  // Upper case first: ß becomes SS there, and a final sigma becomes a sigma.
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

const isNameOperator = (name: string): name is NameOperator => nameOperators.some((one) => one === name)

interface Written {
  negated: boolean
  operator: string
  value: string
  written: string
}

function termOf({ negated, operator, value, written }: Written, faults: string[]): Term | null {
  const text = foldText(value)
  if (operator === 'is') {
    const state = states.find((one) => text !== '' && one.startsWith(text))
    if (state !== undefined) return { operator: 'is', value: state, negated, written }
    if (text !== '') faults.push(`“is:${value}” is ignored. Use is:disabled, is:unreachable, is:problem or is:changed.`)
    return null
  }
  if (operator === '' || isNameOperator(operator))
    return text === '' ? null : { operator: operator === '' ? 'text' : operator, value: text, negated, written }
  faults.push(`“${operator}:” is treated as text. The operators are type:, tool:, uses: and is:.`)
  return { operator: 'text', value: foldText(`${operator}:${value}`), negated, written }
}

/** Parses a query while it is typed. A known operator without a value is ignored. */
export function parseFind(query: string): FindQuery {
  const terms: Term[] = []
  const faults: string[] = []
  for (const { 0: written, 1: minus = '', 2: name = '', 3: quoted, 4: word = '' } of queryWords(query)) {
    const parts = { negated: minus !== '', operator: name.toLowerCase(), value: quoted ?? word, written }
    const one = termOf(parts, faults)
    if (one !== null) terms.push(one)
  }
  return { terms, faults }
}

function* queryWords(text: string): Generator<RegExpExecArray> {
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) {
      at += 1
      continue
    }
    term.lastIndex = at
    const match = term.exec(text)
    if (match === null || match[0] === '') return
    at += match[0].length
    yield match
  }
}
