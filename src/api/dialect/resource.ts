/**
 * Unwraps objects of API formats: JSON:API (`attributes`, `relationships`, `included`), HAL (`_embedded`, `_links`),
 * GraphQL (`node`), Elasticsearch (`_source`). Pure.
 */
import { idOf, isRecord, listOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { fold } from './values/fold.ts'
import { specsOf, type FieldSpec } from './fields/spec.ts'
import type { FieldsNoun } from './fields/fields.ts'
import { plainName } from './values/names.ts'

/** Maximum depth: resources may refer to each other in cycles. */
const maxDepth = 3
/** Keys beside `attributes` in JSON:API; an object with any other key has a field of that name. */
const besideAttributes = new Set(['id', 'type', 'lid', 'attributes', 'relationships', 'links', 'meta'])
/** Objects that contain the balance; the fields of the account itself are not read as fields of the balance. */
const ofAccount = new Set(['account', 'wallet', 'funds', 'credits', 'billing'])
const accountsOwn = /^(?:_?id|uuid|name|title|status|state|type|kind|email|owner|number|created.*|updated.*)$/

const isAttributes = (raw: JsonRecord): boolean =>
  isRecord(raw['attributes']) && Object.keys(raw).every((key) => besideAttributes.has(key))

const keyOf = (resource: JsonRecord): string => `${textOf(resource['type'])} ${idOf(resource['id']) ?? ''}`

/** Folded names of the fields that are objects, by noun. */
const thingNames = new Map<FieldsNoun, ReadonlySet<string>>()

function thingsOf(noun: FieldsNoun): ReadonlySet<string> {
  const known = thingNames.get(noun)
  if (known) return known
  const namesOf = ({ field, names }: FieldSpec) => [field, ...names.map(plainName)].map(fold)
  const made = new Set(specsOf(noun).flatMap((spec) => (spec.noun === null ? [] : namesOf(spec))))
  thingNames.set(noun, made)
  return made
}

export class Resources {
  readonly #included = new Map<string, JsonRecord>()

  /** @param included resources beside the data of a response */
  constructor(included: Json | undefined = []) {
    for (const one of listOf(included)) if (isRecord(one)) this.#included.set(keyOf(one), one)
  }

  /** The object without its wrapper; the same object if it has none. */
  plain(noun: FieldsNoun, raw: JsonRecord): JsonRecord {
    let plain = this.#unwrapped(noun, raw)
    // Nested wrappers: `_source` with `_embedded` in it.
    for (let depth = 0, before = raw; depth < maxDepth && plain !== before; depth += 1) {
      before = plain
      plain = this.#unwrapped(noun, plain)
    }
    return noun === 'balance' ? withAccount(plain) : plain
  }

  #unwrapped(noun: FieldsNoun, raw: JsonRecord): JsonRecord {
    const { node, _source: source, _links: links, _embedded: embedded } = raw
    if (isRecord(node) && Object.keys(raw).every((key) => key === 'node' || key === 'cursor' || key === '__typename'))
      return node
    if (isRecord(source) && raw['_id'] !== undefined) return { ...source, _id: raw['_id'] }
    if (isAttributes(raw)) return this.#resource(raw, 0)
    if (isRecord(embedded)) return withEmbedded(raw, embedded)
    return isRecord(links) ? withLinks(noun, raw, links) : raw
  }

  #resource(raw: JsonRecord, depth: number): JsonRecord {
    const { attributes, relationships, id, links } = raw
    if (!isRecord(attributes)) return raw
    const related = Object.entries(isRecord(relationships) ? relationships : {}).flatMap(
      ([name, one]): [string, Json][] => {
        const data = isRecord(one) ? one['data'] : undefined
        return data === undefined ? [] : [[name, this.#related(data, depth + 1)]]
      },
    )
    return {
      ...(links === undefined ? {} : { links }),
      ...Object.fromEntries(related),
      ...attributes,
      ...(id === undefined ? {} : { id }),
    }
  }

  #related(data: Json, depth: number): Json {
    if (Array.isArray(data)) return data.map((one) => this.#related(one, depth))
    if (!isRecord(data)) return data
    const found = this.#included.get(keyOf(data))
    return found === undefined || depth > maxDepth || !isRecord(found['attributes'])
      ? { id: data['id'] ?? null }
      : this.#resource(found, depth)
  }
}

function withEmbedded({ _embedded: _inside, ...raw }: JsonRecord, embedded: JsonRecord): JsonRecord {
  return { ...embedded, ...raw }
}

/** `{_links: {flow: {href, title}}}` as the flow that it refers to. */
function withLinks(noun: FieldsNoun, raw: JsonRecord, links: JsonRecord): JsonRecord {
  const things = thingsOf(noun)
  const linked = Object.entries(links).flatMap(([name, link]): [string, Json][] => {
    if (!things.has(fold(name)) || raw[name] !== undefined || !isRecord(link)) return []
    return [[name, { href: link['href'] ?? null, name: link['title'] ?? link['name'] ?? null }]]
  })
  return linked.length === 0 ? raw : { ...raw, ...Object.fromEntries(linked) }
}

/** `{account: {available}, balance}`: adds the fields of the account to the rest. */
function withAccount(raw: JsonRecord): JsonRecord {
  const held = Object.entries(raw).flatMap(([key, value]): [string, Json][] =>
    ofAccount.has(fold(key)) && isRecord(value)
      ? Object.entries(value).filter(([name]) => !accountsOwn.test(fold(name)))
      : [],
  )
  return held.length === 0 ? raw : { ...Object.fromEntries(held), ...raw }
}
