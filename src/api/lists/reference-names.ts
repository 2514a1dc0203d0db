/**
 * Resolves the names of objects that rows reference by id only, from the lists of those objects: the flow of a run, the
 * channel of a conversation.
 */
import { channel } from '#contract/channel.ts'
import { flow } from '#contract/flow.ts'
import type { AnyEndpoint, ResponseBody, Input, Noun } from '#contract/kernel/endpoint.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { isAbsent } from '#lib/absent.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'

/** `call` of the client (request/client.ts), passed as a parameter. */
export type Call = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) => Promise<ResponseBody<E>>

const lists = { flow: flow.list, channel: channel.list }
type ReferencedNoun = keyof typeof lists

/** Fields that reference other objects, by the endpoint that lists the rows; each is named like its noun. */
const references: Readonly<Record<string, readonly ReferencedNoun[]>> = {
  'run.list': ['flow', 'channel'],
  'conversation.list': ['flow', 'channel'],
  'channel.list': ['flow'],
}

/** A referenced object, as listed. */
type ReferencedObject = Readonly<Record<string, unknown>>
/** Fields that are copied into references, besides the id. */
const referenceFields = ['name', 'type']

/** Maximum requests for names: a long list is not loaded completely. */
const maxRequests = 20
/** Time in ms for which resolved names are reused. */
const freshMs = 60_000

class ReferencedObjects {
  readonly #of: ReferencedNoun
  readonly #byId = new Map<string, ReferencedObject>()
  /** Null for a name that several objects have. */
  readonly #byName = new Map<string, ReferencedObject | null>()
  /** Rows and requests so far, and whether all rows are loaded. */
  #offset = 0
  #requests = 0
  #isEnd = false
  #until = 0
  #loading: Promise<void> = Promise.resolve()

  constructor(of: ReferencedNoun) {
    this.#of = of
  }

  forget(): void {
    this.#byId.clear()
    this.#byName.clear()
    this.#offset = 0
    this.#requests = 0
    this.#isEnd = false
    this.#until = 0
  }

  /** By id, else by a unique name. */
  find(text: string): ReferencedObject | undefined {
    return this.#byId.get(text) ?? this.#byName.get(text) ?? undefined
  }

  /** Looks for objects with these ids, continuing where the last search ended. Unreadable ones stay without a name. */
  async load(ids: readonly string[], call: Call): Promise<void> {
    this.#loading = this.#loading.then(() => this.#read(ids, call)).catch(() => {})
    await this.#loading
  }

  async #read(ids: readonly string[], call: Call): Promise<void> {
    if (this.#until < performance.now()) this.forget()
    const isMissing = (id: string) => !this.#byId.has(id)
    if (this.#until === 0) this.#until = performance.now() + freshMs
    while (!this.#isEnd && this.#requests < maxRequests && ids.some(isMissing)) {
      this.#requests += 1
      const page = await call(lists[this.#of], { limit: maxLimit, offset: this.#offset })
      for (const object of page.results) this.#take({ ...object })
      this.#offset += page.results.length
      this.#isEnd = page.next === null || page.results.length === 0
    }
  }

  #take(object: ReferencedObject): void {
    const { id, name } = object
    if (typeof id === 'string' && id !== '') this.#byId.set(id, object)
    if (typeof name === 'string' && name !== '') {
      const before = this.#byName.get(name)
      this.#byName.set(name, before === undefined || before?.['id'] === id ? object : null)
    }
  }
}

const objectsByNoun: Readonly<Record<ReferencedNoun, ReferencedObjects>> = {
  flow: new ReferencedObjects('flow'),
  channel: new ReferencedObjects('channel'),
}

export function forgetNames(nouns: readonly Noun[]): void {
  for (const noun of nouns) if (noun === 'flow' || noun === 'channel') objectsByNoun[noun].forget()
}

const isRow = (value: unknown): value is FilterableRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text by which a reference has to be resolved; null if it is complete or empty. */
function unresolvedText(reference: unknown, of: ReferencedNoun): string | null {
  if (!isRow(reference)) return null
  const { id, name, type } = reference
  if (typeof id !== 'string' || id === '') return null
  // A text that is not a URL was read as both id and name, and may be either.
  const isNamed = !isAbsent(name) && name !== id
  return isNamed && (of === 'flow' || !isAbsent(type)) ? null : id
}

function withReferencedFields(reference: FilterableRow, object: ReferencedObject): FilterableRow {
  const knownFields = referenceFields.filter((name) => name in reference && !isAbsent(object[name]))
  return { ...reference, id: object['id'], ...Object.fromEntries(knownFields.map((name) => [name, object[name]])) }
}

/** The rows with resolved names, and the nouns of which at least one reference was resolved. */
export async function withNames(
  endpoint: Pick<AnyEndpoint, 'id'>,
  rows: readonly FilterableRow[],
  call: Call | undefined,
): Promise<{ rows: readonly FilterableRow[]; found: readonly ReferencedNoun[] }> {
  if (call === undefined) return { rows, found: [] }
  const found = new Set<ReferencedNoun>()
  const nouns = Object.hasOwn(references, endpoint.id) ? (references[endpoint.id] ?? []) : []
  const open = nouns.map((of) => [...new Set(rows.flatMap((row) => unresolvedText(row[of], of) ?? []))])
  await Promise.all(nouns.map((of, at) => objectsByNoun[of].load(open[at] ?? [], call)))
  const resolvedRows = rows.map((row) => {
    const changed = nouns.flatMap((of): [string, FilterableRow][] => {
      const reference = row[of]
      const text = unresolvedText(reference, of)
      const object = text === null ? undefined : objectsByNoun[of].find(text)
      if (object === undefined || !isRow(reference)) return []
      found.add(of)
      return [[of, withReferencedFields(reference, object)]]
    })
    return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) }
  })
  return { rows: found.size === 0 ? rows : resolvedRows, found: [...found] }
}
