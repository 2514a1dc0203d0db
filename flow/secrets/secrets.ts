/**
 * Replaces secrets in a flow with references: `{{ secrets.key }}`. Criteria: docs/templates.md, “What counts as a
 * secret”.
 */
import { eachLeaf, fieldText, type FlowParts, type Leaf, nodeIdOf, pathOf, type LeafPosition } from '#flow/leaves.ts'
import { secretLike } from './plain-value.ts'
import { looksRandom } from './random-text.ts'
import { defaultLiterals, replaceSpans } from './secret-literals.ts'
import { renameSecrets } from './secret-names.ts'
import { isSecretName, mayNameSecret } from './secret-shapes.ts'
import { replaceShapes } from './token-shapes.ts'
import { secretKeysIn } from '#flow/secret-references.ts'

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
function nameFromPair({ key, parent }: Leaf, container: object): string | null {
  const names = namingFields.filter((field) => field !== key).map((field) => fieldText(container, field))
  const name = names.find(isSecretName) ?? names.find((one) => one !== '') ?? ''
  const isMarkedSecret =
    Reflect.get(container, 'secret') === true ||
    Reflect.get(container, 'password') === true ||
    ['type', 'value_type'].some((field) => secretTypes.has(fieldText(container, field).toLowerCase()))
  if (isSecretName(name)) return name
  return isMarkedSecret ? name || parent?.key || key : null
}

/** Name of the secret at a leaf, if the position indicates a secret; else null. */
function nameFromPosition(leaf: Leaf, container: object, text: string): string | null {
  const { key, parent } = leaf
  // In tests, "pass" is also the text of a result: `pass: "Element has a title"`.
  if (isSecretName(key) && !(key === 'pass' && /[^!-~]/.test(text))) return key
  if (!valueFields.has(key)) return nameFromContainer(key, parent, text)
  // In Langflow, the value is then the name of a variable that is stored elsewhere.
  if (Reflect.get(container, 'load_from_db') === true) return null
  return nameFromPair(leaf, container) ?? nameFromContainer(key, parent, text)
}

const numeric = /^\d+$/

/** Name from the containing list or object: `cookies: {session: "…"}`, `password: {value: "…"}`, `tokens: ["…"]`. */
function nameFromContainer(key: string, parent: LeafPosition | null, text: string): string | null {
  const isNumber = numeric.test(key)
  const outer = isNumber && parent && numeric.test(parent.key) ? parent.parent : parent
  // Indexes in lists are not names.
  if (!outer || numeric.test(outer.key) || !isSecretName(outer.key)) return null
  if (isNumber || valueFields.has(key)) return outer.key
  if (/(?:cookies?|secrets)$/i.test(outer.key)) return harmlessFields.has(key) ? null : key
  // Credentials may also contain hosts, users and references: `{slackApi: "My account"}`.
  return /credentials?$/i.test(outer.key) && looksRandom(text) ? key : null
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

  private readonly findUsedKeys: () => Set<string>
  private usedKeys: Set<string> | null = null

  /** `findUsedKeys` is called only at the first secret, because most flows have none. */
  constructor(findUsedKeys: () => Set<string>) {
    this.findUsedKeys = findUsedKeys
  }

  keyFor(value: string, name: string): string {
    const known = this.byValue.get(value)
    if (known !== undefined) return known
    const usedKeys = (this.usedKeys ??= this.findUsedKeys())
    const base = slugOf(name)
    let key = base
    for (let number = this.next.get(base) ?? 2; usedKeys.has(key); number += 1) {
      key = `${base}_${number}`
      this.next.set(base, number + 1)
    }
    usedKeys.add(key)
    this.byValue.set(value, key)
    return key
  }
}

/** The text with its secrets replaced; the same text if there are none. */
function redactText(leaf: Leaf, container: object, text: string, keys: SecretKeys): string {
  const reference = (value: string, name: string) => `{{ secrets.${keys.keyFor(value, name)} }}`
  const name = nameFromPosition(leaf, container, text)
  const secret = name === null ? null : secretLike(text)
  if (name !== null && secret !== null) return text.slice(0, secret.start) + reference(text.slice(secret.start), name)
  if (mayNameSecret(leaf.key) && looksRandom(text)) return reference(text, leaf.key)
  const redactedText = replaceShapes(text, reference)
  return name === null ? redactedText : replaceSpans(redactedText, defaultLiterals(redactedText, name), reference)
}

/** Minimum number under a secret's name that counts as a secret: a PIN or a numeric token. */
const smallestNumber = 1000

/** Keys of all secrets that the flow refers to. */
function referencedKeys(flow: FlowParts): Set<string> {
  const keys = new Set<string>()
  eachLeaf(flow, ({ value }) => {
    if (typeof value === 'string') for (const key of secretKeysIn(value)) keys.add(key)
  })
  return keys
}

/**
 * Visits each leaf that contains a secret, with the replacement of its text. `currentCopy` returns the current copy of the
 * leaf's object, with earlier replacements.
 */
function eachSecret(
  flow: FlowParts,
  found: (leaf: Leaf, redactedText: string) => void,
  currentCopy: (leaf: Leaf) => object = ({ container }) => container,
): void {
  const keys = new SecretKeys(() => referencedKeys(flow))
  eachLeaf(flow, (leaf) => {
    const { value, key } = leaf
    if (typeof value === 'string') {
      const redactedText = redactText(leaf, currentCopy(leaf), value, keys)
      if (redactedText !== value) found(leaf, redactedText)
    } else if (Math.abs(value) >= smallestNumber && isSecretName(key)) {
      found(leaf, `{{ secrets.${keys.keyFor(String(value), key)} }}`)
    }
  })
}

export interface Redaction<T> {
  flow: T
  /** Places of removed secrets: first those used as names, then the others, in the order of the flow. */
  redacted: string[]
}

const copyOf = (container: object): object => (Array.isArray(container) ? [...container] : { ...container })

/**
 * Replaces every secret with a reference; existing references are kept. The given flow is not changed: objects with
 * secrets are copied, all others are shared.
 */
export function redactFlow<T extends FlowParts>(original: T): Redaction<T> {
  const { flow, renamed } = renameSecrets(original)
  const root = { ...flow }
  // By path, not by object: if two paths lead to the same object, each path gets a copy.
  const copies = new Map<LeafPosition, object>()
  const copyAt = (position: LeafPosition | null): object => {
    const path: LeafPosition[] = []
    let at = position
    for (; at !== null && !copies.has(at); at = at.parent) path.push(at)
    let container: object = (at && copies.get(at)) ?? root
    for (const step of path.toReversed()) {
      const copy = copyOf(Reflect.get(step.container, step.key))
      copies.set(step, copy)
      Reflect.set(container, step.key, copy)
      container = copy
    }
    return container
  }
  const redacted = [...renamed]
  const found = (leaf: Leaf, redactedText: string) => {
    redacted.push(pathOf(leaf))
    Reflect.set(copyAt(leaf.parent), leaf.key, redactedText)
  }
  eachSecret(flow, found, ({ container, parent }) => (parent && copies.get(parent)) ?? container)
  return { flow: root, redacted }
}

/** Paths of values that look like secrets, with the ids of their nodes. */
export function findSecrets(flow: FlowParts): { path: string; nodeId: string | null }[] {
  const secrets: { path: string; nodeId: string | null }[] = []
  eachSecret(flow, (leaf) => secrets.push({ path: pathOf(leaf), nodeId: nodeIdOf(leaf) }))
  return secrets
}
