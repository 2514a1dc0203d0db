/** Takes secrets out of a flow and leaves references: `{{ secrets.key }}`. What counts as one: docs/templates.md, “What counts as a secret”. */
import { eachLeaf, fieldText, type FlowParts, type Leaf, nodeIdOf, pathOf, type LeafPlace } from '#flow/leaves.ts'
import { secretLike } from './plain-value.ts'
import { looksRandom } from './random-text.ts'
import { defaultsIn, replaceSpans } from './secret-literals.ts'
import { renameSecrets } from './secret-names.ts'
import { isSecretName, mayNameSecret } from './secret-shapes.ts'
import { replaceShapes } from './token-shapes.ts'
import { secretsIn } from '#flow/requires.ts'

/** Fields of a pair that say what the other field is: `{name: "Authorization", value: "…"}`. */
const namingFields = ['name', 'key', 'header', 'field', 'property', 'p', 'id', 'variable']
/** Fields that hold the value of a pair, or of a field that is described by an object. */
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
/** Inside of `cookies` and `secrets`, a reference to a stored one has only these. */
const harmlessFields = new Set(['id', 'name', 'type', 'user', 'username'])
const secretTypes = new Set(['secret', 'password', 'cred', 'credential', 'token'])

/** The name that an object gives to its value, `{name: "Authorization", value: "…"}`, if it is a secret. */
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

/** A name for the secret at this leaf if its place says that it is one; else null. */
function nameByPlace(leaf: Leaf, holder: object, text: string): string | null {
  const { key, up } = leaf
  // "pass" is also what tests say: `pass: "Element has a title"`.
  if (isSecretName(key) && !(key === 'pass' && /[^!-~]/.test(text))) return key
  if (!valueFields.has(key)) return nameByContainer(key, up, text)
  // Langflow: the value is the name of a variable that is kept elsewhere.
  if (Reflect.get(holder, 'load_from_db') === true) return null
  return nameByHolder(leaf, holder) ?? nameByContainer(key, up, text)
}

const numeric = /^\d+$/

/** Lists and objects under a secret's name: `cookies: {session: "…"}`, `password: {value: "…"}`, `tokens: ["…"]`. */
function nameByContainer(key: string, up: LeafPlace | null, text: string): string | null {
  const isNumber = numeric.test(key)
  const container = isNumber && up && numeric.test(up.key) ? up.up : up
  // Places in lists are no names; there are as many as items.
  if (!container || numeric.test(container.key) || !isSecretName(container.key)) return null
  if (isNumber || valueFields.has(key)) return container.key
  if (/(?:cookies?|secrets)$/i.test(container.key)) return harmlessFields.has(key) ? null : key
  // Credentials have hosts, users and references beside what is secret: `{slackApi: "My account"}`.
  return /credentials?$/i.test(container.key) && looksRandom(text) ? key : null
}

/** Longest key of a secret that the service takes. */
const maxKey = 60

/** "X-Api-Key" is "x_api_key": small letters, digits and _, a letter first. */
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

/** One key for one value, however often it occurs; no key that the flow refers to already. */
class SecretKeys {
  private readonly byValue = new Map<string, string>()
  private readonly next = new Map<string, number>()

  private readonly findTaken: () => Set<string>
  private taken: Set<string> | null = null

  /** `findTaken` is asked at the first secret: most flows have none. */
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

/** The text without its secrets, or the same text. */
function cleanText(leaf: Leaf, holder: object, text: string, keys: SecretKeys): string {
  const reference = (value: string, name: string) => `{{ secrets.${keys.keyFor(value, name)} }}`
  const name = nameByPlace(leaf, holder, text)
  const secret = name === null ? null : secretLike(text)
  if (name !== null && secret !== null) return text.slice(0, secret.start) + reference(text.slice(secret.start), name)
  if (mayNameSecret(leaf.key) && looksRandom(text)) return reference(text, leaf.key)
  const clean = replaceShapes(text, reference)
  return name === null ? clean : replaceSpans(clean, defaultsIn(clean, name), reference)
}

/** A number under a secret's name that is long enough to be one: a PIN or a numeric token. */
const smallestNumber = 1000

/** Every key of a secret that the flow refers to. */
function keysIn(flow: FlowParts): Set<string> {
  const keys = new Set<string>()
  eachLeaf(flow, ({ value }) => {
    if (typeof value === 'string') for (const key of secretsIn(value)) keys.add(key)
  })
  return keys
}

/**
 * Goes through a flow and tells of each leaf that holds a secret, and of what may stand there instead. `now` is what the
 * object of a leaf has become since its first secret was taken out.
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
  /** Where something was taken out, in the order of the flow. */
  redacted: string[]
}

const copyOf = (holder: object): object => (Array.isArray(holder) ? [...holder] : { ...holder })

/**
 * The flow with every secret as a reference; references that are there already stay. The given flow stays as it is: what
 * holds a secret is copied, all else is shared.
 */
export function redactFlow<T extends FlowParts>(given: T): Redaction<T> {
  const { flow, renamed } = renameSecrets(given)
  const root = { ...flow }
  // By the way to an object, not by the object: where two ways lead to one, each gets its own copy.
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

/** Where a value stands that looks like a secret, and the node to which it belongs. */
export function findSecrets(flow: FlowParts): { path: string; nodeId: string | null }[] {
  const places: { path: string; nodeId: string | null }[] = []
  eachSecret(flow, (leaf) => places.push({ path: pathOf(leaf), nodeId: nodeIdOf(leaf) }))
  return places
}
