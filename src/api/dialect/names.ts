/** Under which names a field may stand: what is a rule rather than a row of the table. Pure. */
import type { FieldsNoun } from './fields.ts'
import type { Spec } from './spec.ts'

/** Names of an answer are few and come with every row; ids as keys are many, and are not kept. */
const maxFolded = 2000
const folded = new Map<string, string>()

/** One form of a name, whichever case it is written in: createdAt, created_at, created-at → createdat. */
export function fold(name: string): string {
  const known = folded.get(name)
  if (known !== undefined) return known
  const made = name.toLowerCase().replace(/[_\-\s]/g, '')
  if (folded.size < maxFolded) folded.set(name, made)
  return made
}

/** What an amount or a duration counts. */
export type Unit = 'one' | 'minor' | 'micros' | 'seconds'

/** A name that a field may have: folded, with the names of objects that lead to it before it. */
export interface Candidate {
  path: readonly string[]
  unit: Unit
}

const moneyEndings: readonly (readonly [string, Unit])[] = [
  ['', 'one'],
  ['amount', 'one'],
  ['value', 'one'],
  ...['cents', 'incents', 'minor', 'inminor', 'minorunits', 'inminorunits', 'amountminor', 'amountcents'].map(
    (ending): [string, Unit] => [ending, 'minor'],
  ),
  ...['micros', 'inmicros', 'microunits', 'micro', 'amountmicros'].map((ending): [string, Unit] => [ending, 'micros']),
]
const durationEndings: readonly (readonly [string, Unit])[] = [
  ...['ms', 'inms', 'millis', 'milliseconds', 'msec'].map((ending): [string, Unit] => [ending, 'one']),
  ...['s', 'sec', 'secs', 'seconds', 'inseconds'].map((ending): [string, Unit] => [ending, 'seconds']),
]
const usual: readonly (readonly [string, Unit])[] = [['', 'one']]

/** `created_at` → created, created_on, date_created … */
function timeNames(name: string): string[] {
  const base = name.endsWith('_at') ? name.slice(0, -3) : name
  const endings = ['', 'at', 'on', 'time', 'date', 'ts', 'timestamp', 'datetime', 'atms', 'epoch', 'utc']
  return [...endings.map((ending) => base + ending), `date_${base}`, `time_${base}`]
}

/** `node_count` → nodes_count, num_nodes, total_nodes, nodes … */
function countNames(name: string): string[] {
  if (!name.endsWith('_count')) return []
  const one = name.slice(0, -'_count'.length)
  const many = `${one}s`
  return [`${many}_count`, `num_${many}`, `n_${many}`, `total_${many}`, `${many}_total`, `${one}_total`, many]
}

const sharedNames: Readonly<Record<string, readonly string[]>> = {
  id: ['_id', 'uuid', 'pk', 'guid'],
  name: ['title', 'label', 'display_name'],
  currency: ['currency_code', 'ccy', 'currency_iso'],
}

function namesOf(noun: FieldsNoun, { field, kind, names }: Spec): string[] {
  const all: string[] = [field, ...names, ...(sharedNames[field] ?? [])]
  // A flow's `flow_id` and `flow_name` are its own.
  if (field === 'id' || field === 'name') all.push(`${noun.replace('Detail', '')}_${field}`)
  if (kind === 'flag') all.push(`is_${field}`, field.replace(/^is_/, ''))
  if (kind === 'time') all.push(...all.filter((name) => !name.includes('.')).flatMap(timeNames))
  return [...all, ...countNames(field)]
}

/** Names of a field in the order in which they count, without the same one twice. */
export function candidatesOf(noun: FieldsNoun, spec: Spec): Candidate[] {
  const endings = spec.kind === 'money' ? moneyEndings : spec.kind === 'ms' ? durationEndings : usual
  const made = namesOf(noun, spec).flatMap((name) => {
    const base = spec.kind === 'ms' ? name.replace(/_ms$/, '') : name
    return endings.map(([ending, unit]) => ({ path: (base + ending).split('.').map(fold), unit }))
  })
  return [...new Map(made.map((one) => [one.path.join('.'), one])).values()]
}
