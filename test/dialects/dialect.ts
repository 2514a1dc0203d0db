/**
 * Random dialects: combinations of response formats of services. Independent of the dialect reader and its table.
 */
import fc from 'fast-check'
import { decimalOf, type EdgeFacts, type Fact, type Facts, type NodeFacts } from './facts.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Answer = { [key: string]: Json }

export const dialects = fc.record({
  idName: fc.constantFrom('id', '_id', 'uuid', 'pk'),
  areIdsNumbers: fc.boolean(),
  letters: fc.constantFrom('snake', 'camel', 'kebab', 'pascal'),
  /** Index of the alias of each field; -1 = its own name. */
  otherName: fc.integer({ min: -1, max: 3 }),
  time: fc.constantFrom('Z', 'offset', 'no zone', 'space', 'seconds', 'ms', 'seconds as text'),
  money: fc.constantFrom('decimal', 'number', 'object', 'minor', 'micros', 'object minor', 'with code'),
  choice: fc.constantFrom('small', 'capital', 'title', 'camel', 'kebab'),
  number: fc.constantFrom('number', 'text'),
  flag: fc.constantFrom('flag', 'number'),
  thing: fc.constantFrom('object', 'beside'),
  isDeep: fc.boolean(),
  hasMore: fc.boolean(),
  envelope: fc.constantFrom('bare', 'results', 'data', 'items', 'noun'),
  wrapper: fc.constantFrom('bare', 'data', 'noun', 'data.noun', 'result', 'attributes'),
  saysSuccess: fc.boolean(),
  figures: fc.constantFrom('beside', 'meta', 'pagination'),
  paging: fc.constantFrom('none', 'offset', 'page', 'cursor', 'link', 'path', 'token'),
  nodes: fc.constantFrom('list', 'by id'),
  place: fc.constantFrom('object', 'pair', 'beside', 'texts', 'text', 'left and top'),
  ends: fc.constantFrom('source', 'from', 'sourceNodeId', 'source_id', 'object'),
  config: fc.constantFrom('config', 'data', 'parameters'),
  /** Indices of omitted fields, modulo the number of fields. */
  dropped: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
})

export type Dialect = typeof dialects extends fc.Arbitrary<infer D> ? D : never

/** Aliases of the fields. */
const otherNames: Record<string, readonly string[]> = {
  name: ['title', 'label', 'display_name'],
  created_at: ['created', 'created_on', 'date_created', 'creation_date'].slice(0, 3),
  updated_at: ['updated', 'modified_at', 'last_modified'],
  status: ['state'],
  started_at: ['started', 'start_time'],
  finished_at: ['ended_at', 'completed_at'],
  node_count: ['nodes_count', 'num_nodes'],
  run_count: ['runs', 'total_runs'],
  total_cost: ['cost'],
  last_run_at: ['last_executed_at'],
  at: ['sent_at', 'timestamp'],
}

/** Fields without aliases in a noun, because they would share one with another field. */
const ownNameOnly: Record<string, readonly string[]> = {
  conversation: ['name'],
  line: ['label', 'name'],
}

const parts = (name: string): string[] => name.split('_').filter((part) => part !== '')
const upper = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1)

function inLetters(name: string, { letters }: Dialect): string {
  if (letters === 'snake' || name.startsWith('_')) return name
  const [first = '', ...rest] = parts(name)
  if (letters === 'kebab') return [first, ...rest].join('-')
  return `${letters === 'pascal' ? upper(first) : first}${rest.map(upper).join('')}`
}

function nameOf(field: string, noun: string, dialect: Dialect): string {
  if (field === 'id') return dialect.idName
  const names = ownNameOnly[noun]?.includes(field) === true ? [] : (otherNames[field] ?? [])
  return names[dialect.otherName] ?? field
}

function writeTime(seconds: number, { time }: Dialect): Json {
  const iso = new Date(seconds * 1000).toISOString().slice(0, 19)
  if (time === 'offset') return `${new Date((seconds + 7200) * 1000).toISOString().slice(0, 19)}+02:00`
  if (time === 'no zone') return iso
  if (time === 'space') return `${iso.replace('T', ' ')}Z`
  if (time === 'seconds') return seconds
  if (time === 'ms') return seconds * 1000
  return time === 'seconds as text' ? String(seconds) : `${iso}.000Z`
}

/** Micros in the smallest unit. */
const smallest: Record<string, number> = { EUR: 10_000, JPY: 1_000_000, KWD: 1000 }

/** [suffix of the name, the value]. */
function writeMoney(micros: number, currency: string, { money }: Dialect): [string, Json] {
  const decimal = decimalOf(micros).replace(/\.?0+$/, '')
  const unit = smallest[currency]
  const isWhole = unit !== undefined && micros % unit === 0
  if (money === 'number') return ['', Number(decimal)]
  if (money === 'object') return ['', { amount: decimal, currency }]
  if (money === 'object minor' && isWhole) return ['', { amount_minor: micros / unit, currency }]
  if (money === 'minor' && isWhole) return [currency === 'EUR' ? '_cents' : '_minor', micros / unit]
  if (money === 'micros' || money === 'minor') return ['_micros', micros]
  return ['', money === 'with code' ? `${decimal} ${currency}` : decimal]
}

function writeChoice(value: string, { choice }: Dialect): string {
  const [first = '', ...rest] = parts(value)
  if (choice === 'capital') return value.toUpperCase()
  if (choice === 'title') return [first, ...rest].map(upper).join(' ')
  if (choice === 'camel') return first + rest.map(upper).join('')
  return choice === 'kebab' ? parts(value).join('-') : value
}

const writeId = (number: number, { areIdsNumbers }: Dialect): Json => (areIdsNumbers ? number : String(number))

function writeValue(fact: Fact, noun: string, currency: string, dialect: Dialect): Json {
  if (Array.isArray(fact)) return fact.map((one) => writeValue(one, noun, currency, dialect))
  if (typeof fact === 'number') return dialect.number === 'text' ? String(fact) : fact
  if (typeof fact === 'boolean') return dialect.flag === 'number' ? Number(fact) : fact
  if (typeof fact !== 'object' || fact === null) return fact
  if (fact.is === 'id') return writeId(fact.number, dialect)
  if (fact.is === 'time') return writeTime(fact.seconds, dialect)
  if (fact.is === 'choice') return writeChoice(fact.value, dialect)
  if (fact.is === 'opaque') return fact.value
  return fact.is === 'thing' ? writeFacts(fact.fields, noun, currency, dialect) : null
}

/** Objects that services often flatten: `flow_id`, `flow_name`. */
const flattened = new Set(['flow', 'assignee', 'contact', 'channel'])

function writeField(field: string, fact: Fact, noun: string, currency: string, dialect: Dialect): [string, Json][] {
  const name = nameOf(field, noun, dialect)
  const isThing = typeof fact === 'object' && fact !== null && !Array.isArray(fact) && fact.is === 'thing'
  if (isThing && dialect.thing === 'beside' && flattened.has(field) && dialect.idName === 'id')
    return Object.entries(fact.fields).flatMap(([inner, one]) =>
      writeField(inner, one, field, currency, { ...dialect, otherName: -1, letters: 'snake' }).map(
        ([key, value]): [string, Json] => [inLetters(`${field}_${key}`, dialect), value],
      ),
    )
  if (typeof fact === 'object' && fact !== null && !Array.isArray(fact) && fact.is === 'money') {
    const [ending, value] = writeMoney(fact.micros, currency, dialect)
    return [[inLetters(name + ending, dialect), value]]
  }
  return [[inLetters(name, dialect), writeValue(fact, field === 'cost_breakdown' ? 'line' : field, currency, dialect)]]
}

function writeFacts(facts: Facts, noun: string, currency: string, dialect: Dialect): Answer {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([field, fact]) => writeField(field, fact, noun, currency, dialect)),
  )
}

/** Extra fields: 200 levels of nesting, and names of built-in properties. */
const more: Answer = JSON.parse(
  `{"__proto__":{"id":"x"},"constructor":1,"toString":null,"zz_colour":"red","zzDeep":${'['.repeat(200)}${']'.repeat(200)}}`,
)

/** Fields that no dialect omits. */
const always = new Set(['id', 'currency'])

/** The fields that a dialect omits. */
export function droppedOf(facts: Facts, { dropped }: Dialect): string[] {
  const names = Object.keys(facts).filter((name) => !always.has(name))
  return names.filter((_name, index) => dropped.some((one) => one % names.length === index))
}

/** A row or an object in the dialect. */
export function writeRow(facts: Facts, noun: string, dialect: Dialect): Answer {
  const without = new Set(droppedOf(facts, dialect))
  const kept = Object.fromEntries(Object.entries(facts).filter(([name]) => !without.has(name)))
  const currency = typeof facts['currency'] === 'string' ? facts['currency'] : ''
  return { ...writeFacts(kept, noun, currency, dialect), ...(dialect.hasMore ? more : {}) }
}

function writePlace({ x, y }: { x: number; y: number }, { place }: Dialect): Answer {
  if (place === 'pair') return { position: [x, y] }
  if (place === 'beside') return { x, y }
  if (place === 'texts') return { position: { x: String(x), y: String(y) } }
  if (place === 'text') return { position: `${x}, ${y}` }
  return { position: place === 'object' ? { x, y } : { left: x, top: y } }
}

export function writeNodes(nodes: readonly NodeFacts[], dialect: Dialect): Json {
  const written = nodes.map(({ id, type, name, place, disabled, config }) => ({
    [dialect.idName]: writeId(id, dialect),
    [dialect.otherName === 0 ? 'kind' : 'type']:
      dialect.choice === 'capital' && type !== 'vendor.x' ? type.toUpperCase() : type,
    [nameOf('name', 'node', dialect)]: name,
    ...(place === null ? {} : writePlace(place, dialect)),
    [dialect.config]: config,
    disabled,
    zz_colour: 'red',
  }))
  if (dialect.nodes === 'list') return written
  return Object.fromEntries(nodes.map(({ id }, index) => [String(id), written[index] ?? null]))
}

export function writeEdges(edges: readonly EdgeFacts[], dialect: Dialect): Json {
  return edges.map(({ id, from, to, handle, label }): Answer => {
    const [source, target] = [writeId(from, dialect), writeId(to, dialect)]
    const own = { [dialect.idName]: writeId(id, dialect), label, source_handle: handle }
    if (dialect.ends === 'source') return { ...own, source, target }
    if (dialect.ends === 'from') return { ...own, from: source, to: target }
    if (dialect.ends === 'source_id') return { ...own, source_id: source, target_id: target }
    if (dialect.ends === 'object') return { ...own, source: { id: source }, target: { id: target } }
    return { ...own, sourceNodeId: source, targetNodeId: target }
  })
}
