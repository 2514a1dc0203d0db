/** Names under which a field may be found: those in the table, and those that follow from rules. Pure. */
import type { Json } from '#lib/json/json.ts'
import type { FieldsNoun } from '#api/dialect/fields/fields.ts'
import { wordOfFlag } from './choices.ts'
import { fold } from './fold.ts'
import { idInLink, idInSelf, isResourceName, wordsOf } from './links.ts'
import { specsOf, type FieldSpec } from '#api/dialect/fields/spec.ts'

/**
 * Unit of an amount or a duration. `vague` = whole units, but a whole number may count the smallest ones; `text` = the
 * value has to name its unit.
 */
export type Unit = 'one' | 'vague' | 'minor' | 'micros' | 'nanos' | 'seconds' | 'minutes' | 'us' | 'ns' | 'text'

/** A name that a field may have: folded, preceded by the names of the objects that lead to it. */
export interface Candidate {
  path: readonly string[]
  unit: Unit
  /** Converts a value that is in another form than the contract's; undefined if that is not possible. */
  via?: (value: Json) => Json | undefined
}

type Ending = readonly [string, Unit]

const moneyEndings: readonly Ending[] = [
  ['', 'one'],
  ['amount', 'vague'],
  ['value', 'vague'],
  ...['cents', 'incents', 'minor', 'inminor', 'minorunits', 'inminorunits', 'amountminor', 'amountcents'].map(
    (ending): Ending => [ending, 'minor'],
  ),
  ...['micros', 'inmicros', 'microunits', 'micro', 'amountmicros'].map((ending): Ending => [ending, 'micros']),
  ...['nanos', 'innanos', 'nanounits', 'amountnanos'].map((ending): Ending => [ending, 'nanos']),
]
const durationEndings: readonly Ending[] = [
  ['', 'text'],
  ...['ms', 'inms', 'millis', 'milliseconds', 'msec'].map((ending): Ending => [ending, 'one']),
  ...['s', 'sec', 'secs', 'seconds', 'inseconds'].map((ending): Ending => [ending, 'seconds']),
  ...['min', 'mins', 'minutes', 'inminutes'].map((ending): Ending => [ending, 'minutes']),
  ...['us', 'inus', 'micros', 'microseconds', 'usec'].map((ending): Ending => [ending, 'us']),
  ...['ns', 'inns', 'nanos', 'nanoseconds', 'nsec'].map((ending): Ending => [ending, 'ns']),
]
const usual: readonly Ending[] = [['', 'one']]

/** `created_at` → created, created_on, date_created … */
function timeNames(name: string): string[] {
  const base = name.endsWith('_at') ? name.slice(0, -3) : name
  const endings = ['', 'at', 'on', 'time', 'date', 'ts', 'timestamp', 'datetime', 'atms', 'epoch', 'utc']
  return [...endings.map((ending) => base + ending), `date_${base}`, `time_${base}`]
}

/** Objects in which services put counts. */
const countHolders = ['counts', 'count', 'stats', 'statistics', 'metrics']

/** `node_count` → nodes_count, num_nodes, total_nodes, nodes, nodes.totalCount, stats.nodes … */
function countNames(name: string): string[] {
  if (!name.endsWith('_count')) return []
  const one = name.slice(0, -'_count'.length)
  const many = `${one}s`
  return [
    `${many}_count`,
    `num_${many}`,
    `n_${many}`,
    `total_${many}`,
    `${many}_total`,
    `${one}_total`,
    many,
    ...[many, one].flatMap((list) => ['total_count', 'count', 'total'].map((figure) => `${list}.${figure}`)),
    ...countHolders.flatMap((holder) => [name, many, one].map((figure) => `${holder}.${figure}`)),
  ]
}

const sharedNames: Readonly<Record<string, readonly string[]>> = {
  id: ['_id', 'uuid', 'pk', 'guid', 'uid', 'oid', 'object_id', 'sys_id'],
  name: ['title', 'label', 'display_name', 'full_name'],
  currency: ['currency_code', 'ccy', 'currency_iso'],
  created_at: ['create', 'creation', 'inserted_at'],
  updated_at: ['update', 'modification'],
}

/** Places of a currency that applies to several amounts. */
const currencyHolders = ['account', 'billing', 'wallet', 'money', 'pricing']

/** `balance_currency` beside `balance`, `billing.currency`. */
function currencyNames(noun: FieldsNoun): string[] {
  const amounts = specsOf(noun).filter(({ kind }) => kind === 'money')
  const beside = amounts.flatMap(({ field, names }) => [field, ...names.map(plainName)])
  return [
    ...[...beside.filter((name) => !name.includes('.')), ...currencyHolders, 'default'].map(
      (name) => `${name}_currency`,
    ),
    ...currencyHolders.map((name) => `${name}.currency`),
  ]
}

/** "~amount" and "connected=connected|disconnected" without prefix and mapping. */
export const plainName = (name: string): string => name.replace(/^~/, '').replace(/=.*$/, '')

function namesOf(noun: FieldsNoun, { field, kind, names }: FieldSpec): string[] {
  const all: string[] = [field, ...names, ...(sharedNames[field] ?? [])]
  // In a flow, `flow_id` and `flow_name` are its own id and name.
  if (field === 'id') all.push(...wordsOf(noun).map((word) => `${word}_id`))
  if (field === 'name') all.push(`${wordsOf(noun)[0] ?? noun}_name`)
  if (kind === 'flag') all.push(`is_${field}`, field.replace(/^is_/, ''))
  if (kind === 'currency') all.push(...currencyNames(noun))
  if (kind === 'time') all.push(...all.filter((name) => !name.includes('.')).flatMap(timeNames))
  // The length of a list comes last: it is counted here, not given by the service.
  const isLength = (name: string) => name.endsWith('.length')
  return [...all.filter((name) => !isLength(name)), ...all.flatMap(countNames), ...all.filter(isLength)]
}

const pathOf = (name: string): string[] => name.split('.').map(fold)

/** Names of an object's own URL. `url` and `href` may lead elsewhere, so they have to contain the noun. */
const selfNames = ['@id', 'self', 'self_link', 'resource_uri', 'links.self', 'meta.href', 'meta.self']
const linkNames = ['url', 'href', 'uri', 'name']

/** Places of an id if there is no id field; last in precedence, since they are the least certain. */
function linkedIds(noun: FieldsNoun): Candidate[] {
  const whole = ['key', 'slug'].map((name): Candidate => ({ path: [name], unit: 'one' }))
  return [
    ...selfNames.map((name): Candidate => ({ path: pathOf(name), unit: 'one', via: idInSelf })),
    ...linkNames.map((name): Candidate => ({ path: [name], unit: 'one', via: (value) => idInLink(value, noun) })),
    ...(noun === 'node' || noun === 'edge' ? [] : whole),
  ]
}

function flagCandidate(name: string): Candidate {
  const [path = '', says = ''] = name.split('=')
  const [whenYes = '', whenNo = ''] = says.split('|')
  return { path: pathOf(path), unit: 'one', via: wordOfFlag(whenYes, whenNo) }
}

function candidatesFor(noun: FieldsNoun, { kind }: FieldSpec, name: string): Candidate[] {
  if (name.includes('=')) return [flagCandidate(name)]
  const plain = plainName(name)
  const base = kind === 'ms' ? plain.replace(/_ms$/, '') : plain
  const endings = kind === 'money' ? moneyEndings : kind === 'ms' ? durationEndings : usual
  return endings.map(([ending, unit]) => ({
    path: pathOf(base + ending),
    unit: unit === 'one' && plain !== name ? 'vague' : unit,
  }))
}

/** A resource name is the service's identifier; the display name is beside it. */
const calledOtherwise = (noun: FieldsNoun): Candidate => ({
  path: ['name'],
  unit: 'one',
  via: (value) => (isResourceName(value, noun) ? undefined : value),
})

/** Names of a field in order of precedence, without duplicates. */
export function candidatesOf(noun: FieldsNoun, spec: FieldSpec): Candidate[] {
  const made = namesOf(noun, spec).flatMap((name) => candidatesFor(noun, spec, name))
  // The resource name itself, if there is no display name.
  if (spec.field === 'name') made.push(...made.splice(0, 1, calledOtherwise(noun)))
  if (spec.field === 'id' && spec.kind === 'id') made.push(...linkedIds(noun))
  const known = new Set<string>()
  return made.filter(({ path, via }) => {
    const mark = `${path.join('.')}${via ? ' via' : ''}`
    const isNew = !known.has(mark)
    known.add(mark)
    return isNew
  })
}
