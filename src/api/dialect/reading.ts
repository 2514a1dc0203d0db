/** Makes objects of the contract out of objects of a service, field by field. Pure. */
import { absentKey, absentNumber, absentText } from '#lib/absent.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { amountOf, currencyBeside, currencyOf } from './amounts.ts'
import type { FieldsNoun } from './fields.ts'
import { FindingList } from './findings.ts'
import { readEdges, readNodes, placeOf, sizeIn } from './graph.ts'
import { fold, type Unit } from './names.ts'
import { planOf, valueAt, type Plan, type PlannedField } from './plan.ts'
import { rawKey } from './raw-of.ts'
import { specsOf, type Spec } from './spec.ts'
import { timeOf } from './times.ts'
import { valueOf } from './values.ts'

export interface ReadContext {
  /** In ms: tells seconds from milliseconds. */
  now: number
}

/** Shapes of rows that are remembered: of a service with more of them each row has a shape of its own. */
const maxPlans = 20

/** What stands around a value. */
interface Around {
  /** ISO 4217; '' = not known. */
  currency: string
  /** Names that lead here, with a point behind: "contact.". */
  path: string
}

type Converted = Json | undefined

export class Reading {
  readonly findings = new FindingList()
  readonly #now: number
  /** By noun and path; the one used last comes first, for rows are alike. */
  readonly #plans = new Map<string, Plan[]>()
  /** What the findings have already: rows say it again and again. */
  readonly #told = new Set<object>()

  constructor({ now }: ReadContext) {
    this.#now = now
  }

  /** A row, or the object of an answer, with its original. `currency` = what the answer names beside it. */
  top(noun: FieldsNoun, raw: JsonRecord, currency: string): JsonRecord {
    const plan = this.#planOf(noun, raw, '')
    const absent: string[] = []
    const row = this.#read(plan, raw, { currency, path: '' }, absent)
    row[rawKey] = withoutGraph(noun, raw, plan)
    if (absent.length > 0) row[absentKey] = absent
    return row
  }

  /** An object within another one. */
  inner(noun: FieldsNoun, raw: JsonRecord, around: Around): JsonRecord {
    return this.#read(this.#planOf(noun, raw, around.path), raw, around, null)
  }

  /** Keys of an object of which the contract knows nothing. */
  unknownOf(noun: FieldsNoun, raw: JsonRecord, path: string): readonly string[] {
    return this.#planOf(noun, raw, path).unknown
  }

  #planOf(noun: FieldsNoun, raw: JsonRecord, path: string): Plan {
    const keys = Object.keys(raw)
    const mark = `${noun} ${path}`
    const plans = this.#plans.get(mark) ?? []
    const at = plans.findIndex(
      (plan) => plan.keys.length === keys.length && plan.keys.every((key, i) => key === keys[i]),
    )
    const plan = plans[at] ?? planOf(noun, keys, path)
    if (at !== 0) this.#plans.set(mark, [plan, ...plans.filter((one) => one !== plan)].slice(0, maxPlans))
    if (at === -1) for (const key of plan.unknown) this.findings.raw(path + key)
    return plan
  }

  #read(plan: Plan, raw: JsonRecord, around: Around, absent: string[] | null): JsonRecord {
    const currency = this.#currencyIn(plan, raw, around)
    const here = currency === around.currency ? around : { ...around, currency }
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

  /** ISO 4217 of what an object says; '' where it says something else. */
  #currencyIn({ currency, amounts }: Plan, raw: JsonRecord, around: Around): string {
    for (const source of currency) {
      const given = valueAt(raw, source)
      if (isSaid(given)) return currencyOf(given) ?? ''
    }
    for (const source of amounts) {
      const code = currencyBeside(valueAt(raw, source))
      if (code !== null) return code
    }
    return around.currency
  }

  /** Undefined where it was not given, or cannot be read. */
  #valueOf(field: PlannedField, raw: JsonRecord, around: Around): Converted {
    const { spec, name, sources } = field
    if (spec.kind === 'place') return placeOf(raw)
    if (spec.kind === 'size') return sizeIn(raw)
    if (spec.kind === 'currency' && around.currency !== '') {
      this.#tell(field, () => this.findings.map(sources[0]?.from ?? name, name))
      return around.currency
    }
    let isNull = false
    let isUnread = false
    for (const source of sources) {
      const value = valueAt(raw, source)
      isNull ||= value === null
      const read = isSaid(value) ? this.#converted(field, value, source.unit, around) : undefined
      isUnread ||= isSaid(value)
      if (read === undefined) continue
      this.#tell(source, () => this.findings.map(source.from, name))
      return read
    }
    const parts = this.#ofParts(field, raw, around)
    if (parts !== undefined) return parts
    if (isUnread)
      this.#tell(field, () => this.findings.note(`${name}: some of what it says cannot be read; it is shown raw.`))
    return isNull && !isUnread && spec.isNullable ? null : undefined
  }

  /** `contact_name` and `contact_email` beside one another as one contact; undefined where all of them are null. */
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

  #absent(spec: Spec, around: Around): Json {
    if (spec.isList || spec.kind === 'nodes' || spec.kind === 'edges') return []
    if (spec.noun !== null) return spec.isNullable ? null : this.#emptyOf(spec.noun, around)
    if (['int', 'number', 'ms'].includes(spec.kind)) return absentNumber
    if (spec.kind === 'flag') return spec.isTrueWhenAbsent
    if (spec.kind === 'object' || spec.kind === 'any') return spec.isNullable ? null : {}
    if (spec.kind === 'id' && spec.isNullable) return null
    return absentText
  }

  /** An object that the contract never leaves out, of which nothing is known. */
  #emptyOf(noun: FieldsNoun, around: Around): JsonRecord {
    const filled = specsOf(noun).filter((spec) => !spec.isOptional)
    return Object.fromEntries(filled.map((spec) => [spec.field, this.#absent(spec, around)]))
  }

  #converted(field: PlannedField, value: Json, unit: Unit, around: Around): Converted {
    if (!field.spec.isList) return this.#one(field, value, unit, around)
    const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : null
    if (list === null) return undefined
    const read = list.map((one) => this.#one(field, one, unit, around)).filter((one) => one !== undefined)
    if (read.length < list.length) this.findings.note(`${field.name}: some entries cannot be read; they are shown raw.`)
    return read
  }

  #one({ spec, name }: PlannedField, value: Json, unit: Unit, around: Around): Converted {
    if (spec.noun !== null) return this.#object(spec.noun, value, { ...around, path: `${name}.` })
    if (spec.kind === 'money') return this.#money(name, value, unit, around.currency)
    if (spec.kind === 'time') return this.#time(name, value)
    if (spec.kind === 'nodes') return readNodes(this, value, around.path)
    if (spec.kind === 'edges') return readEdges(this, value, around.path)
    return valueOf(value, unit, spec)
  }

  #object(noun: FieldsNoun, value: Json, around: Around): Converted {
    if (isRecord(value)) return this.inner(noun, value, around)
    const hasId = specsOf(noun).some((spec) => spec.field === 'id')
    // A number can only be an id; a text is shown as it was written.
    if (hasId && typeof value === 'number') return this.inner(noun, { id: value }, around)
    if (hasId && typeof value === 'string' && value !== '') return this.inner(noun, { id: value, name: value }, around)
    return undefined
  }

  #money(name: string, value: Json, unit: Unit, currency: string): Converted {
    const read = amountOf(value, unit, currency)
    if (read === null) return undefined
    if (read.currency !== null && currency !== '' && read.currency !== currency) {
      this.findings.note(`${name}: it is in ${read.currency}, what stands beside it in ${currency}; it is shown raw.`)
      return undefined
    }
    if (read.isRounded) this.findings.note(`${name}: rounded to millionths.`)
    return read.amount
  }

  #time(name: string, value: Json): Converted {
    const read = timeOf(value, this.#now)
    if (read?.isGuess === true) this.findings.note(`${name}: the time names no zone; read as UTC.`)
    return read?.time
  }
}

/** Texts that are empty say nothing, and are not unreadable either. */
const isSaid = (value: Json | undefined): value is Exclude<Json, null> =>
  value !== undefined && value !== null && value !== ''

/** The page has no use for nodes and edges a second time: they are held where they were read. */
function withoutGraph(noun: FieldsNoun, raw: JsonRecord, plan: Plan): JsonRecord {
  if (noun !== 'flowDetail' && noun !== 'imported') return raw
  const graph = plan.fields.filter(({ spec }) => spec.kind === 'nodes' || spec.kind === 'edges')
  return graph.flatMap(({ sources }) => sources).reduce((rest, { key, below }) => leftOut(rest, [key, ...below]), raw)
}

/** The object without what lies at a path of names, in any case. */
function leftOut(raw: JsonRecord, [name = '', ...below]: readonly string[]): JsonRecord {
  const entries = Object.entries(raw).flatMap(([key, value]): [string, Json][] => {
    if (fold(key) !== fold(name)) return [[key, value]]
    return below.length === 0 ? [] : [[key, isRecord(value) ? leftOut(value, below) : value]]
  })
  return Object.fromEntries(entries)
}
