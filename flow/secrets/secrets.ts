/**
 * Replaces secrets in a flow with references: `{{ secrets.key }}`. Criteria: docs/templates.md, “What counts as a
 * secret”.
 */
import { eachLeaf, fieldText, type FlowParts, type Leaf, nodeIdOf, pathOf, type LeafPlace } from '#flow/leaves.ts'
import { secretLike } from './plain-value.ts'
import { looksRandom } from './random-text.ts'
import { defaultsIn, replaceSpans } from './secret-literals.ts'
import { renameSecrets } from './secret-names.ts'
import { isSecretName, mayNameSecret } from './secret-shapes.ts'
import { replaceShapes } from './token-shapes.ts'
import { secretsIn } from '#flow/requires.ts'

/** Fields with the name in a pair: `{name: "Authorization", value: "…"}`. */
const namingFields = ['name', 'key', 'header', 'field', 'property', 'p', 'id', 'variable']
/** Fields with the value in a pair, or in an object that describes a field. */
const valueFields = new Set([
  'value',
  'default',
  'defaults',
  'defaultValue',
  'v',
  'to',
  'content',
  'text',
  'literal',
  'example',
])
/** Fields within `cookies` or `secrets` that only refer to stored secrets. */
const harmlessFields = new Set(['id', 'name', 'type', 'user', 'username'])
const secretTypes = new Set(['secret', 'password', 'cred', 'credential', 'token'])

/** The name in a pair, as in `{name: "Authorization", value: "…"}`; null if the value is not a secret. */
function nameByHolder({ key, up }: Leaf, holder: object): string | null {
  const names = namingFields.filter((field) => field !== key).map((field) => fieldText(holder, field))
  const name = names.find(isSecretName) ?? names.find((one) => one !== '') ?? ''
  const saysSo =
    Reflect.get(holder, 'secret') === true ||
    Reflect.get(holder, 'password') === true ||
    ['type', 'value_type'].some((field) => secretTypes.has(fieldText(holder, field).toLowerCase()))
  if (isSecretName(name)) return name
  return saysSo ? name || up?.key || key : null
}

/** Name of the secret at a leaf, if the position indicates a secret; else null. */
function nameByPlace(leaf: Leaf, holder: object, text: string): string | null {
  const { key, up } = leaf
  // Tests also use "pass": `pass: "Element has a title"`.
  if (isSecretName(key) && !(key === 'pass' && /[^!-~]/.test(text))) return key
  if (!valueFields.has(key)) return nameByContainer(key, up, text)
  // In Langflow, the value is then the name of a variable that is stored elsewhere.
  if (Reflect.get(holder, 'load_from_db') === true) return null
  return nameByHolder(leaf, holder) ?? nameByContainer(key, up, text)
}

const numeric = /^\d+$/

/** Name from the containing list or object: `cookies: {session: "…"}`, `password: {value: "…"}`, `tokens: ["…"]`. */
function nameByContainer(key: string, up: LeafPlace | null, text: string): string | null {
  const isNumber = numeric.test(key)
  const container = isNumber && up && numeric.test(up.key) ? up.up : up
  // Indexes in lists are not names.
  if (!container || numeric.test(container.key) || !isSecretName(container.key)) return null
  if (isNumber || valueFields.has(key)) return container.key
  if (/(?:cookies?|secrets)$/i.test(container.key)) return harmlessFields.has(key) ? null : key
  // Credentials may also contain hosts, users and references: `{slackApi: "My account"}`.
  return /credentials?$/i.test(container.key) && looksRandom(text) ? key : null
}

/** Maximum length of a derived key, without a number at its end. */
const maxKey = 60

/** Key from a name, "x_api_key" for "X-Api-Key": lower-case letters, digits and _, beginning with a letter. */
function slugOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  const slug = words
    .replace(/^[^a-z]+/, '')
    .slice(0, maxKey)
    .replace(/_+$/, '')
  return slug === '' ? 'secret' : slug
}

/** Assigns one key per secret value; never a key that the flow already refers to. */
class SecretKeys {
  private readonly byValue = new Map<string, string>()
  private readonly next = new Map<string, number>()

  private readonly findTaken: () => Set<string>
  private taken: Set<string> | null = null

  /** `findTaken` is called only at the first secret, because most flows have none. */
  constructor(findTaken: () => Set<string>) {
    this.findTaken = findTaken
  }

  keyFor(value: string, name: string): string {
    const known = this.byValue.get(value)
    if (known !== undefined) return known
    const taken = (this.taken ??= this.findTaken())
    const base = slugOf(name)
    let key = base
    for (let number = this.next.get(base) ?? 2; taken.has(key); number += 1) {
      key = `${base}_${number}`
      this.next.set(base, number + 1)
    }
    taken.add(key)
    this.byValue.set(value, key)
    return key
  }
}

/** The text with its secrets replaced; the same text if there are none. */
function cleanText(leaf: Leaf, holder: object, text: string, keys: SecretKeys): string {
  const reference = (value: string, name: string) => `{{ secrets.${keys.keyFor(value, name)} }}`
  const name = nameByPlace(leaf, holder, text)
  const secret = name === null ? null : secretLike(text)
  if (name !== null && secret !== null) return text.slice(0, secret.start) + reference(text.slice(secret.start), name)
  if (mayNameSecret(leaf.key) && looksRandom(text)) return reference(text, leaf.key)
  const clean = replaceShapes(text, reference)
  return name === null ? clean : replaceSpans(clean, defaultsIn(clean, name), reference)
}

/** Minimum number under a secret's name that counts as a secret: a PIN or a numeric token. */
const smallestNumber = 1000

/** Keys of all secrets that the flow refers to. */
function keysIn(flow: FlowParts): Set<string> {
  const keys = new Set<string>()
  eachLeaf(flow, ({ value }) => {
    if (typeof value === 'string') for (const key of secretsIn(value)) keys.add(key)
  })
  return keys
}

/**
 * Visits each leaf that contains a secret, with the replacement of its text. `now` returns the current copy of the
 * leaf's object, with earlier replacements.
 */
function eachSecret(
  flow: FlowParts,
  found: (leaf: Leaf, clean: string) => void,
  now: (leaf: Leaf) => object = ({ holder }) => holder,
): void {
  const keys = new SecretKeys(() => keysIn(flow))
  eachLeaf(flow, (leaf) => {
    const { value, key } = leaf
    if (typeof value === 'string') {
      const clean = cleanText(leaf, now(leaf), value, keys)
      if (clean !== value) found(leaf, clean)
    } else if (Math.abs(value) >= smallestNumber && isSecretName(key)) {
      found(leaf, `{{ secrets.${keys.keyFor(String(value), key)} }}`)
    }
  })
}

export interface Redaction<T> {
  flow: T
  /** Paths of removed secrets, in the order of the flow. */
  redacted: string[]
}

const copyOf = (holder: object): object => (Array.isArray(holder) ? [...holder] : { ...holder })

/**
 * Replaces every secret with a reference; existing references are kept. The given flow is not changed: objects with
 * secrets are copied, all others are shared.
 */
export function redactFlow<T extends FlowParts>(given: T): Redaction<T> {
  const { flow, renamed } = renameSecrets(given)
  const root = { ...flow }
  // By path, not by object: if two paths lead to the same object, each path gets a copy.
  const copies = new Map<LeafPlace, object>()
  const copyAt = (place: LeafPlace | null): object => {
    const way: LeafPlace[] = []
    let at = place
    for (; at !== null && !copies.has(at); at = at.up) way.push(at)
    let holder: object = (at && copies.get(at)) ?? root
    for (const step of way.toReversed()) {
      const copy = copyOf(Reflect.get(step.holder, step.key))
      copies.set(step, copy)
      Reflect.set(holder, step.key, copy)
      holder = copy
    }
    return holder
  }
  const redacted = [...renamed]
  const found = (leaf: Leaf, clean: string) => {
    redacted.push(pathOf(leaf))
    Reflect.set(copyAt(leaf.up), leaf.key, clean)
  }
  eachSecret(flow, found, ({ holder, up }) => (up && copies.get(up)) ?? holder)
  return { flow: root, redacted }
}

/** Paths of values that look like secrets, with the ids of their nodes. */
export function findSecrets(flow: FlowParts): { path: string; nodeId: string | null }[] {
  const places: { path: string; nodeId: string | null }[] = []
  eachSecret(flow, (leaf) => places.push({ path: pathOf(leaf), nodeId: nodeIdOf(leaf) }))
  return places
}
