/** Converts objects of a service to the contract, field by field. Pure. */
import { absentKey, absentNumber, absentText, isAbsent } from '#lib/absent.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { amountOf, currencyBeside, currencyOf, isVague } from './values/amounts.ts'
import type { FieldsNoun } from './fields/fields.ts'
import { DialectFindingList } from './findings.ts'
import { readServiceEdges, readServiceNodes, positionIn, sizeIn } from './graph.ts'
import { idInLink } from './values/links.ts'
import { listIn } from './lists-within.ts'
import { fieldPlanOf, fieldValueAt, type FieldPlan, type PlannedField, type Source } from './plan.ts'
import { rawKey } from './raw-of.ts'
import { Resources } from './resource.ts'
import { specsOf, type FieldSpec } from './fields/spec.ts'
import { timeOf } from './values/times.ts'
import { contractValueOf } from './values/contract-value.ts'
import { fold } from './values/fold.ts'

/** Removes nodes and edges from the original: the worker that read them already has them. */
function withoutGraph(noun: FieldsNoun, raw: JsonRecord, plan: FieldPlan): JsonRecord {
  if (noun !== 'flowDetail' && noun !== 'imported') return raw
  const graph = plan.fields.filter(({ spec }) => spec.kind === 'nodes' || spec.kind === 'edges')
  return graph.flatMap(({ sources }) => sources).reduce((rest, { key, below }) => leftOut(rest, [key, ...below]), raw)
}

/** The object without the value at a path of names, whose case is ignored. */
function leftOut(raw: JsonRecord, [name = '', ...below]: readonly string[]): JsonRecord {
  const entries = Object.entries(raw).flatMap(([key, value]): [string, Json][] => {
    if (fold(key) !== fold(name)) return [[key, value]]
    return below.length === 0 ? [] : [[key, isRecord(value) ? leftOut(value, below) : value]]
  })
  return Object.fromEntries(entries)
}

export interface ReadContext {
  /** Current time in ms, to tell seconds from milliseconds. */
  now: number
}

/** Facts in an answer beside its data. */
export interface AnswerContext {
  /** Resources of JSON:API. */
  included?: Json | undefined
}

/** Maximum cached plans per noun: if rows have more sets of keys, caching does not help. */
const maxPlans = 20

/** Facts from the objects around a value. */
interface Around {
  /** Currency of the amounts, ISO 4217; '' = unknown. */
  currency: string
  /** The currency in which the page shows the amounts: that of the row. */
  shown: string
  /** Names that lead to the value, with a trailing dot: "contact.". */
  path: string
}

type Converted = Json | undefined

export class Reading {
  readonly findings = new DialectFindingList()
  readonly #now: number
  /** Plans by noun and path, most recently used first, since most rows have the same keys. */
  readonly #plans = new Map<string, FieldPlan[]>()
  /** Parts of plans whose findings are already recorded, since rows repeat them. */
  readonly #told = new Set<object>()

  readonly #resources: Resources

  constructor({ now }: ReadContext, { included }: AnswerContext = {}) {
    this.#now = now
    this.#resources = new Resources(included)
  }

  /** An object of a noun without the wrapper of its format. */
  plain(noun: FieldsNoun, raw: JsonRecord): JsonRecord {
    return this.#resources.plain(noun, raw)
  }

  /** A row, or the object of an answer, with its original. `currency` = currency named beside it in the answer. */
  top(noun: FieldsNoun, raw: JsonRecord, currency: string, original = raw): JsonRecord {
    const plain = this.plain(noun, raw)
    const plan = this.#planOf(noun, plain, '')
    const absent: string[] = []
    const row = this.#read(plan, plain, { currency, shown: '', path: '' }, absent)
    row[rawKey] = withoutGraph(noun, original, plan)
    if (absent.length > 0) row[absentKey] = absent
    return row
  }

  /** A nested object. */
  inner(noun: FieldsNoun, raw: JsonRecord, around: Around): JsonRecord {
    const plain = this.plain(noun, raw)
    return this.#read(this.#planOf(noun, plain, around.path), plain, around, null)
  }

  /** Keys of an object that the contract does not have. */
  unknownOf(noun: FieldsNoun, raw: JsonRecord, path: string): readonly string[] {
    return this.#planOf(noun, raw, path).unknown
  }

  #planOf(noun: FieldsNoun, raw: JsonRecord, path: string): FieldPlan {
    const keys = Object.keys(raw)
    const mark = `${noun} ${path}`
    const plans = this.#plans.get(mark) ?? []
    const at = plans.findIndex(
      (plan) => plan.keys.length === keys.length && plan.keys.every((key, i) => key === keys[i]),
    )
    const plan = plans[at] ?? fieldPlanOf(noun, keys, path)
    if (at !== 0) this.#plans.set(mark, [plan, ...plans.filter((one) => one !== plan)].slice(0, maxPlans))
    if (at === -1) for (const key of plan.unknown) this.findings.raw(path + key)
    return plan
  }

  #read(plan: FieldPlan, raw: JsonRecord, around: Around, absent: string[] | null): JsonRecord {
    const currency = this.#currencyIn(plan, raw, around)
    const shown = around.shown || currency
    const here = currency === around.currency && shown === around.shown ? around : { ...around, currency, shown }
    const row: JsonRecord = {}
    for (const field of plan.fields) {
      const { spec } = field
      const value = this.#valueOf(field, raw, here)
      if (value !== undefined) row[spec.field] = value
      else if (!spec.isOptional) {
        row[spec.field] = this.#absent(spec, here)
        absent?.push(spec.field)
        this.#tell(spec, () => this.findings.absent(field.name))
      }
    }
    return row
  }

  #tell(what: object, tell: () => void): void {
    if (this.#told.has(what)) return
    this.#told.add(what)
    tell()
  }

  /** ISO 4217 code from an object; '' if it holds something else. */
  #currencyIn({ currency, amounts }: FieldPlan, raw: JsonRecord, around: Around): string {
    for (const source of currency) {
      const given = fieldValueAt(raw, source)
      if (isSaid(given)) return currencyOf(given) ?? ''
    }
    for (const source of amounts) {
      const given = fieldValueAt(raw, source)
      const code = isSaid(given) ? (currencyBeside(given) ?? codeBeside(raw, source)) : null
      if (code !== null) return code
    }
    return around.currency
  }

  /** Fields that are not read by name: positions, sizes, shared currencies. Null for any other field. */
  #drawnOrShared({ spec, name, sources }: PlannedField, raw: JsonRecord, { currency }: Around): Converted | null {
    if (spec.kind === 'place') return positionIn(raw)
    if (spec.kind === 'size') return sizeIn(raw)
    if (spec.kind !== 'currency' || currency === '') return null
    this.#tell(sources, () => this.findings.map(sources[0]?.from ?? name, name))
    return currency
  }

  /** Undefined if the value is absent or unreadable. */
  #valueOf(field: PlannedField, raw: JsonRecord, around: Around): Converted {
    const { spec, name, sources } = field
    const drawn = this.#drawnOrShared(field, raw, around)
    if (drawn !== null) return drawn
    let isNull = false
    let isUnread = false
    for (const source of sources) {
      const value = fieldValueAt(raw, source)
      isNull ||= value === null
      const read = isSaid(value) ? this.#readAt(field, value, source, withCode(raw, source, around)) : undefined
      // A value that may have another meaning in its service does not count as unreadable.
      isUnread ||= isSaid(value) && source.via === undefined
      if (read === undefined) continue
      this.#tell(source, () => this.findings.map(source.from, name))
      return this.#completed(read, value, this.#ofParts(field, raw, around))
    }
    const parts = this.#ofParts(field, raw, around)
    if (parts !== undefined) return parts
    if (isUnread) this.#tell(field, () => this.findings.note(`${name}: partly unreadable, shown raw.`))
    return isNull && !isUnread && spec.isNullable ? null : undefined
  }

  #readAt(field: PlannedField, value: Json, source: Source, around: Around): Converted {
    const said = source.via ? source.via(value) : value
    return isSaid(said) ? this.#converted(field, said, source, around) : undefined
  }

  /**
   * Completes a nested object from fields beside it: `flow: 3, flow_name`, `last_message: "Hello", last_message_at`. A
   * lone text was used as both id and name; these fields decide which it is.
   */
  #completed(read: Json, given: Json | undefined, parts: Converted): Json {
    if (!isRecord(read) || !isRecord(parts)) return read
    const added = Object.entries(parts).filter(
      ([name, value]) =>
        !isEmpty(value) && (isEmpty(read[name] ?? null) || (name === 'id' && typeof given === 'string')),
    )
    return added.length === 0 ? read : { ...read, ...Object.fromEntries(added) }
  }

  /** `contact_name` and `contact_email` side by side as one contact; undefined if all are null. */
  #ofParts({ spec, name, parts }: PlannedField, raw: JsonRecord, around: Around): Converted {
    if (spec.noun === null || parts.length === 0) return undefined
    this.#tell(parts, () => {
      for (const [within, key] of parts) this.findings.map(around.path + key, `${name}.${within}`)
    })
    const part = Object.fromEntries(parts.map(([within, key]) => [within, raw[key] ?? null]))
    if (Object.values(part).some((one) => one !== null))
      return this.inner(spec.noun, part, { ...around, path: `${name}.` })
    return spec.isNullable ? null : undefined
  }

  #absent(spec: FieldSpec, around: Around): Json {
    if (spec.isList || spec.kind === 'nodes' || spec.kind === 'edges') return []
    if (spec.noun !== null) return spec.isNullable ? null : this.#emptyOf(spec.noun, around)
    if (['int', 'number', 'ms'].includes(spec.kind)) return absentNumber
    if (spec.kind === 'flag') return spec.isTrueWhenAbsent
    if (spec.kind === 'object' || spec.kind === 'any') return spec.isNullable ? null : {}
    if (spec.kind === 'id' && spec.isNullable) return null
    return absentText
  }

  /** An empty object in place of a missing one that the contract requires. */
  #emptyOf(noun: FieldsNoun, around: Around): JsonRecord {
    const filled = specsOf(noun).filter((spec) => !spec.isOptional)
    return Object.fromEntries(filled.map((spec) => [spec.field, this.#absent(spec, around)]))
  }

  #converted(field: PlannedField, value: Json, source: Source, around: Around): Converted {
    if (!field.spec.isList) return this.#one(field, value, source, around)
    const list = listIn(value)
    if (list === null) return undefined
    const read = list.map((one) => this.#one(field, one, source, around)).filter((one) => one !== undefined)
    if (read.length < list.length) this.findings.note(`${field.name}: some entries are unreadable and shown raw.`)
    return read
  }

  #one({ spec, name }: PlannedField, value: Json, source: Source, around: Around): Converted {
    if (spec.noun !== null) return this.#object(spec.noun, value, { ...around, path: `${name}.` })
    if (spec.kind === 'money') return this.#money(name, value, source, around)
    if (spec.kind === 'time') return this.#time(name, value)
    if (spec.kind === 'nodes') return readServiceNodes(this, value, around.path)
    if (spec.kind === 'edges') return readServiceEdges(this, value, around.path)
    return contractValueOf(value, source.unit, spec)
  }

  #object(noun: FieldsNoun, value: Json, around: Around): Converted {
    if (isRecord(value)) return this.inner(noun, value, around)
    const specs = specsOf(noun)
    if (!specs.some((spec) => spec.field === 'id')) return this.#ofText(noun, value, around)
    // A number can only be an id; a text is shown as written, except for URLs.
    if (typeof value === 'number') return this.inner(noun, { id: value }, around)
    if (typeof value !== 'string' || value === '') return undefined
    const linked = idInLink(value, noun)
    return this.inner(noun, linked === undefined ? { id: value, name: value } : { id: linked }, around)
  }

  /** `last_message: "Hello"`, `error: "Refused."`: the main text of such an object. */
  #ofText(noun: FieldsNoun, value: Json, around: Around): Converted {
    const about = specsOf(noun).find(({ field }) => field === 'text' || field === 'message')
    if (about === undefined || typeof value !== 'string' || value === '') return undefined
    return this.inner(noun, { [about.field]: value }, around)
  }

  #money(name: string, value: Json, { unit }: Source, { currency, shown }: Around): Converted {
    const read = amountOf(value, unit, currency)
    if (read === null) {
      if (isVague(value, unit, currency)) this.findings.note(`${name}: a whole number may be in cents, shown raw.`)
      return undefined
    }
    const own = read.currency ?? currency
    if (own !== '' && shown !== '' && own !== shown) {
      this.findings.note(`${name}: in ${own}, but other amounts are in ${shown}. Shown raw.`)
      return undefined
    }
    if (read.isRounded) this.findings.note(`${name}: rounded to millionths.`)
    return read.amount
  }

  #time(name: string, value: Json): Converted {
    const read = timeOf(value, this.#now)
    if (read?.isGuess === true) this.findings.note(`${name}: the time has no zone, read as UTC.`)
    return read?.time
  }
}

/** Empty texts carry no value, and do not count as unreadable. */
const isSaid = (value: Json | undefined): value is Exclude<Json, null> =>
  value !== undefined && value !== null && value !== ''

const isEmpty = (value: Json): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0)

/** The currency in the name of an amount, or in a field beside it; null = none. */
const codeBeside = (raw: JsonRecord, { code, codeKey }: Source): string | null =>
  code || (codeKey === null ? null : currencyOf(raw[codeKey]))

function withCode(raw: JsonRecord, source: Source, around: Around): Around {
  const currency = codeBeside(raw, source)
  return currency === null || currency === around.currency ? around : { ...around, currency }
}
