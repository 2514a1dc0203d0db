/** Find and replace in the editable values of a flow. Literal text, no patterns. Linear in the size of the flow. */
import type { Node } from '#contract/flow.ts'
import { secretMarkupIn } from '#flow/secret-references.ts'
import { isRecord, type Json } from '#lib/json/json.ts'
import { typedValue } from './check-value.ts'
import { eachOwner, type ValuesFlow } from './editable-values.ts'
import { secretTest } from './secret-values.ts'
import {
  fieldKey,
  type FieldKind,
  type ValueChange,
  type ValueField,
  type ValueOwner,
  type ValuePath,
} from './value-field.ts'

export interface ValueQuery {
  text: string
  isCaseSensitive: boolean
  /** Whether letters and digits beside an occurrence exclude it. */
  isWholeWord: boolean
}

export interface ValueOccurrence {
  /** Unique among the occurrences of a query in a flow. */
  key: string
  owner: ValueOwner
  path: ValuePath
  /** Label of the field; with the name of the pair, if it is in one: "Headers: accept". */
  label: string
  /** Name of the node; null for variables and settings. */
  nodeName: string | null
  /** The line around the occurrence, shortened. */
  before: string
  found: string
  after: string
}

/** Characters of an excerpt on each side. */
const excerptLength = 40

/** Kinds that are chosen from a list. */
const unsearchedKinds: ReadonlySet<FieldKind> = new Set(['boolean', 'choice'])

/** `g`: for all matches. */
function patternOf({ text, isCaseSensitive, isWholeWord }: ValueQuery, all: 'g' | ''): RegExp {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const [start, end] = isWholeWord ? [String.raw`(?<![\p{L}\p{N}_])`, String.raw`(?![\p{L}\p{N}_])`] : ['', '']
  return new RegExp(`${start}${literal}${end}`, `u${isCaseSensitive ? '' : 'i'}${all}`)
}

/** A searched text of a field; `pair` = name of the pair that contains it, null = the value itself. */
interface SearchedText {
  pair: string | null
  text: string
}

function textsOf({ kind, value }: ValueField): SearchedText[] {
  if (unsearchedKinds.has(kind)) return []
  if (typeof value === 'string' || typeof value === 'number') return [{ pair: null, text: String(value) }]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([pair, text]) => (typeof text === 'string' ? [{ pair, text }] : []))
}

/** Offsets of the occurrences in a text; none within references to secrets. A number only matches as a whole. */
function offsetsIn(pattern: RegExp, text: string, isNumber: boolean): { start: number; end: number }[] {
  const found = [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ start: index, end: index + match.length }))
  if (found.length === 0) return []
  if (isNumber) return found.filter(({ start, end }) => start === 0 && end === text.length)
  const references = secretMarkupIn(text)
  return found.filter(({ start, end }) => references.every((one) => end <= one.start || start >= one.end))
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

interface FieldHits {
  field: ValueField
  node: Node | null
  texts: (SearchedText & { offsets: { start: number; end: number }[] })[]
}

const occurrenceKey = (field: ValueField, pair: string | null, start: number): string =>
  JSON.stringify([fieldKey(field), pair, start])

/** Whether any string or number in a value matches. Cheaper than a list of its fields. */
function hasMatch(root: Json, pattern: RegExp): boolean {
  const open: Json[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
    else if ((typeof value === 'string' || typeof value === 'number') && pattern.test(String(value))) return true
  }
  return false
}

/** Tests whether fields of one owner contain a literal secret. */
const ownerSecretTest = (flow: ValuesFlow, owner: ValueOwner, node: Node | null) =>
  secretTest({
    nodes: node === null ? [] : [node],
    variables: owner.kind === 'variable' ? flow.variables.filter(({ key }) => key === owner.key) : [],
    settings: owner.kind === 'settings' ? flow.settings : {},
  })

/** Calls `visit` for each field with occurrences, without fields that contain a literal secret. */
function eachHit(flow: ValuesFlow, query: ValueQuery, visit: (hits: FieldHits) => void): void {
  if (query.text === '') return
  const [pattern, first] = [patternOf(query, 'g'), patternOf(query, '')]
  eachOwner(flow, {
    isSearched: (content) => hasMatch(content, first),
    visit: (fields, node) => {
      const hits = fields.flatMap((field): FieldHits[] => {
        const texts = textsOf(field)
          .map((one) => ({ ...one, offsets: offsetsIn(pattern, one.text, typeof field.value === 'number') }))
          .filter(({ offsets }) => offsets.length > 0)
        return texts.length === 0 ? [] : [{ field, node, texts }]
      })
      const owner = hits[0]?.field.owner
      if (owner === undefined) return
      const hasSecret = ownerSecretTest(flow, owner, node)
      for (const hit of hits) if (!hasSecret(hit.field)) visit(hit)
    },
  })
}

export interface FoundValues {
  /** The first ones. */
  list: ValueOccurrence[]
  count: number
  /** Number of nodes, and of other owners, with occurrences. */
  owners: number
}

/** Occurrences in the order of the flow, of which `most` are listed. */
export function findValues(flow: ValuesFlow, query: ValueQuery, most: number): FoundValues {
  const list: ValueOccurrence[] = []
  const owners = new Set<string>()
  let count = 0
  eachHit(flow, query, ({ field, node, texts }) => {
    const { owner, path, label } = field
    owners.add(fieldKey({ owner, path: [] }))
    for (const { pair, text, offsets } of texts)
      for (const { start, end } of offsets) {
        count += 1
        if (count > most) continue
        const from = Math.max(0, start - excerptLength)
        const until = Math.min(text.length, end + excerptLength)
        list.push({
          key: occurrenceKey(field, pair, start),
          owner,
          path,
          label: pair === null ? label : `${label}: ${pair}`,
          nodeName: node === null ? null : node.name || node.id,
          before: `${from > 0 ? '…' : ''}${oneLine(text.slice(from, start))}`,
          found: oneLine(text.slice(start, end)),
          after: `${oneLine(text.slice(end, until))}${until < text.length ? '…' : ''}`,
        })
      }
  })
  return { list, count, owners: owners.size }
}

/** The text with the chosen occurrences replaced. */
function replaced(
  text: string,
  offsets: readonly { start: number; end: number }[],
  replacement: string,
  isChosen: (start: number) => boolean,
): string {
  let result = ''
  let from = 0
  for (const { start, end } of offsets) {
    if (!isChosen(start)) continue
    result += text.slice(from, start) + replacement
    from = end
  }
  return result + text.slice(from)
}

/** Changes that replace the chosen occurrences, by their keys. `withValues` checks and applies them. */
export function replaceValues(
  flow: ValuesFlow,
  query: ValueQuery,
  replacement: string,
  isChosen: (key: string) => boolean,
): ValueChange[] {
  const changes: ValueChange[] = []
  eachHit(flow, query, ({ field, texts }) => {
    const { owner, path, value } = field
    let next: Json = value
    for (const { pair, text, offsets } of texts) {
      const result = replaced(text, offsets, replacement, (start) => isChosen(occurrenceKey(field, pair, start)))
      if (result === text) continue
      if (pair === null) next = typedValue(field, result)
      else if (isRecord(next)) next = { ...next, [pair]: result }
    }
    if (next !== value) changes.push({ owner, path, value: next })
  })
  return changes
}
