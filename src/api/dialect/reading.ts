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
  return graph
    .flatMap(({ sources }) => sources)
    .reduce((rest, { key, below }) => withoutPath(rest, [key, ...below]), raw)
}

/** The object without the value at a path of names, whose case is ignored. */
function withoutPath(raw: JsonRecord, [name = '', ...below]: readonly string[]): JsonRecord {
  const entries = Object.entries(raw).flatMap(([key, value]): [string, Json][] => {
    if (fold(key) !== fold(name)) return [[key, value]]
    return below.length === 0 ? [] : [[key, isRecord(value) ? withoutPath(value, below) : value]]
  })
  return Object.fromEntries(entries)
}

export interface ReadContext {
  /** Current time in ms, to tell seconds from milliseconds. */
  now: number
}

/** Facts in an answer beside its data. */
export interface ResponseContext {
  /** Resources of JSON:API. */
  included?: Json | undefined
}

/** Maximum cached plans per noun: if rows have more sets of keys, caching does not help. */
const maxPlans = 20

/** Facts from the objects around a value. */
interface ValueContext {
  /** Currency of the amounts, ISO 4217; '' = unknown. */
  currency: string
  /** The currency in which the page shows the amounts: that of the row. */
  shownCurrency: string
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

  constructor({ now }: ReadContext, { included }: ResponseContext = {}) {
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
    const absentFields: string[] = []
    const row = this.#read(plan, plain, { currency, shownCurrency: '', path: '' }, absentFields)
    row[rawKey] = withoutGraph(noun, original, plan)
    if (absentFields.length > 0) row[absentKey] = absentFields
    return row
  }

  /** A nested object. */
  inner(noun: FieldsNoun, raw: JsonRecord, context: ValueContext): JsonRecord {
    const plain = this.plain(noun, raw)
    return this.#read(this.#planOf(noun, plain, context.path), plain, context, null)
  }

  /** Keys of an object that the contract does not have. */
  unknownOf(noun: FieldsNoun, raw: JsonRecord, path: string): readonly string[] {
    return this.#planOf(noun, raw, path).unknown
  }

  #planOf(noun: FieldsNoun, raw: JsonRecord, path: string): FieldPlan {
    const keys = Object.keys(raw)
    const planKey = `${noun} ${path}`
    const plans = this.#plans.get(planKey) ?? []
    const at = plans.findIndex(
      (plan) => plan.keys.length === keys.length && plan.keys.every((key, i) => key === keys[i]),
    )
    const plan = plans[at] ?? fieldPlanOf(noun, keys, path)
    if (at !== 0) this.#plans.set(planKey, [plan, ...plans.filter((one) => one !== plan)].slice(0, maxPlans))
    if (at === -1) for (const key of plan.unknown) this.findings.raw(path + key)
    return plan
  }

  #read(plan: FieldPlan, raw: JsonRecord, context: ValueContext, absent: string[] | null): JsonRecord {
    const currency = this.#currencyIn(plan, raw, context)
    const shownCurrency = context.shownCurrency || currency
    const innerContext =
      currency === context.currency && shownCurrency === context.shownCurrency
        ? context
        : { ...context, currency, shown: shownCurrency }
    const row: JsonRecord = {}
    for (const field of plan.fields) {
      const { spec } = field
      const value = this.#valueOf(field, raw, innerContext)
      if (value !== undefined) row[spec.field] = value
      else if (!spec.isOptional) {
        row[spec.field] = this.#absent(spec, innerContext)
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
  #currencyIn({ currency, amounts }: FieldPlan, raw: JsonRecord, context: ValueContext): string {
    for (const source of currency) {
      const given = fieldValueAt(raw, source)
      if (isPresent(given)) return currencyOf(given) ?? ''
    }
    for (const source of amounts) {
      const given = fieldValueAt(raw, source)
      const code = isPresent(given) ? (currencyBeside(given) ?? codeOfAmount(raw, source)) : null
      if (code !== null) return code
    }
    return context.currency
  }

  /** Fields that are not read by name: positions, sizes, shared currencies. Null for any other field. */
  #drawnOrShared({ spec, name, sources }: PlannedField, raw: JsonRecord, { currency }: ValueContext): Converted | null {
    if (spec.kind === 'place') return positionIn(raw)
    if (spec.kind === 'size') return sizeIn(raw)
    if (spec.kind !== 'currency' || currency === '') return null
    this.#tell(sources, () => this.findings.map(sources[0]?.from ?? name, name))
    return currency
  }

  /** Undefined if the value is absent or unreadable. */
  #valueOf(field: PlannedField, raw: JsonRecord, context: ValueContext): Converted {
    const { spec, name, sources } = field
    const special = this.#drawnOrShared(field, raw, context)
    if (special !== null) return special
    let isNull = false
    let isUnreadable = false
    for (const source of sources) {
      const value = fieldValueAt(raw, source)
      isNull ||= value === null
      const read = isPresent(value) ? this.#readAt(field, value, source, withCode(raw, source, context)) : undefined
      // A value that may have another meaning in its service does not count as unreadable.
      isUnreadable ||= isPresent(value) && source.via === undefined
      if (read === undefined) continue
      this.#tell(source, () => this.findings.map(source.from, name))
      return this.#completed(read, value, this.#ofParts(field, raw, context))
    }
    const parts = this.#ofParts(field, raw, context)
    if (parts !== undefined) return parts
    if (isUnreadable) this.#tell(field, () => this.findings.note(`${name}: partly unreadable, shown raw.`))
    return isNull && !isUnreadable && spec.isNullable ? null : undefined
  }

  #readAt(field: PlannedField, value: Json, source: Source, context: ValueContext): Converted {
    const present = source.via ? source.via(value) : value
    return isPresent(present) ? this.#converted(field, present, source, context) : undefined
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
  #ofParts({ spec, name, parts }: PlannedField, raw: JsonRecord, context: ValueContext): Converted {
    if (spec.noun === null || parts.length === 0) return undefined
    this.#tell(parts, () => {
      for (const [within, key] of parts) this.findings.map(context.path + key, `${name}.${within}`)
    })
    const part = Object.fromEntries(parts.map(([within, key]) => [within, raw[key] ?? null]))
    if (Object.values(part).some((one) => one !== null))
      return this.inner(spec.noun, part, { ...context, path: `${name}.` })
    return spec.isNullable ? null : undefined
  }

  #absent(spec: FieldSpec, context: ValueContext): Json {
    if (spec.isList || spec.kind === 'nodes' || spec.kind === 'edges') return []
    if (spec.noun !== null) return spec.isNullable ? null : this.#emptyOf(spec.noun, context)
    if (['int', 'number', 'ms'].includes(spec.kind)) return absentNumber
    if (spec.kind === 'flag') return spec.isTrueWhenAbsent
    if (spec.kind === 'object' || spec.kind === 'any') return spec.isNullable ? null : {}
    if (spec.kind === 'id' && spec.isNullable) return null
    return absentText
  }

  /** An empty object in place of a missing one that the contract requires. */
  #emptyOf(noun: FieldsNoun, context: ValueContext): JsonRecord {
    const filled = specsOf(noun).filter((spec) => !spec.isOptional)
    return Object.fromEntries(filled.map((spec) => [spec.field, this.#absent(spec, context)]))
  }

  #converted(field: PlannedField, value: Json, source: Source, context: ValueContext): Converted {
    if (!field.spec.isList) return this.#one(field, value, source, context)
    const list = listIn(value)
    if (list === null) return undefined
    const read = list.map((one) => this.#one(field, one, source, context)).filter((one) => one !== undefined)
    if (read.length < list.length) this.findings.note(`${field.name}: some entries are unreadable and shown raw.`)
    return read
  }

  #one({ spec, name }: PlannedField, value: Json, source: Source, context: ValueContext): Converted {
    if (spec.noun !== null) return this.#object(spec.noun, value, { ...context, path: `${name}.` })
    if (spec.kind === 'money') return this.#money(name, value, source, context)
    if (spec.kind === 'time') return this.#time(name, value)
    if (spec.kind === 'nodes') return readServiceNodes(this, value, context.path)
    if (spec.kind === 'edges') return readServiceEdges(this, value, context.path)
    return contractValueOf(value, source.unit, spec)
  }

  #object(noun: FieldsNoun, value: Json, context: ValueContext): Converted {
    if (isRecord(value)) return this.inner(noun, value, context)
    const specs = specsOf(noun)
    if (!specs.some((spec) => spec.field === 'id')) return this.#ofText(noun, value, context)
    // A number can only be an id; a text is shown as written, except for URLs.
    if (typeof value === 'number') return this.inner(noun, { id: value }, context)
    if (typeof value !== 'string' || value === '') return undefined
    const linked = idInLink(value, noun)
    return this.inner(noun, linked === undefined ? { id: value, name: value } : { id: linked }, context)
  }

  /** `last_message: "Hello"`, `error: "Refused."`: the main text of such an object. */
  #ofText(noun: FieldsNoun, value: Json, context: ValueContext): Converted {
    const about = specsOf(noun).find(({ field }) => field === 'text' || field === 'message')
    if (about === undefined || typeof value !== 'string' || value === '') return undefined
    return this.inner(noun, { [about.field]: value }, context)
  }

  #money(name: string, value: Json, { unit }: Source, { currency, shownCurrency }: ValueContext): Converted {
    const read = amountOf(value, unit, currency)
    if (read === null) {
      if (isVague(value, unit, currency)) this.findings.note(`${name}: a whole number may be in cents, shown raw.`)
      return undefined
    }
    const own = read.currency ?? currency
    if (own !== '' && shownCurrency !== '' && own !== shownCurrency) {
      this.findings.note(`${name}: in ${own}, but other amounts are in ${shownCurrency}. Shown raw.`)
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
const isPresent = (value: Json | undefined): value is Exclude<Json, null> =>
  value !== undefined && value !== null && value !== ''

const isEmpty = (value: Json): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0)

/** The currency in the name of an amount, or in a field beside it; null = none. */
const codeOfAmount = (raw: JsonRecord, { code, codeKey }: Source): string | null =>
  code || (codeKey === null ? null : currencyOf(raw[codeKey]))

function withCode(raw: JsonRecord, source: Source, context: ValueContext): ValueContext {
  const currency = codeOfAmount(raw, source)
  return currency === null || currency === context.currency ? context : { ...context, currency }
}
