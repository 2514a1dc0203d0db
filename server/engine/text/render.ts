/**
 * Texts with `{{ … }}` filled in: Liquid, evaluated in the sandbox. What a text names that is not there is empty; a secret
 * that is not there, a filter that is not known and a tag that would read a file are errors.
 */
import { secretsIn } from '#flow/requires.ts'
import { type Json, type JsonRecord, recordOf, textOf } from '#lib/json/json.ts'
import type { Values } from '#server/engine/node.ts'
import type { Sandbox } from '#server/engine/engine-tools.ts'
import { mark, plain, secretPlaces, type Filled } from './masked-value.ts'

/** All texts of one node together. */
const renderMs = 1000

/** Why a text could not be filled in; its message is for people and has no secret in it. */
export class TextError extends Error {
  override name = 'TextError'
  /** "missing_secret", "syntax", "error", "timeout", "memory", "too_large", "cancelled", "busy" */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Where texts get what they name, and who is told what of it is secret. */
export interface Filling {
  sandbox: Sandbox
  values: Values
  /** What the node before gave; absent where there is none. */
  previous?: Json
  /** What `{{ input.x }}` names in the place of the run's input: what a tool is called with. */
  input?: Filled | undefined
  /** The value that `{{ secrets.key }}` stands for; null where there is none. Asked only for what a text names. */
  secret: (key: string) => Promise<Json>
  /** Whether a text is a secret as it is written: one that a tool keeps. */
  isSecret: (text: string) => boolean
  /** Is told what secrets have become on the wire: an answer may repeat it. */
  derived: (pieces: readonly Json[]) => void
  signal?: AbortSignal
}

const hasMarkup = (text: string): boolean => text.includes('{{') || text.includes('{%')

/** Characters of a text by which people know it again. */
const longestExcerpt = 60

/** The beginning of a text, in one line. */
export const excerptOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line
}

/** What texts and expressions name: the values, and the contact without the way through the conversation. */
export const namesOf = (values: Values): JsonRecord => ({
  ...values,
  contact: recordOf(values.conversation?.contact),
})

async function secretValues(texts: readonly string[], secret: Filling['secret']): Promise<JsonRecord> {
  const keys = new Set(texts.flatMap(secretsIn))
  const found = await Promise.all([...keys].map(async (key) => [key, await secret(key)] as const))
  return Object.fromEntries(found.filter(([, value]) => value !== null))
}

/** Throws TextError. */
async function render(filling: Filling, texts: readonly string[], whole: boolean): Promise<Filled<Json[]>> {
  if (texts.length === 0) return plain([])
  const { sandbox, values, previous, input, secret, isSecret, derived, signal } = filling
  const names = previous === undefined ? namesOf(values) : { ...namesOf(values), previous }
  const tainted = input === undefined ? [] : secretPlaces(input).map((path) => ['input', ...path])
  const common = { tainted, whole, timeoutMs: renderMs, signal }
  const seen = (own: Json | undefined): JsonRecord => (own === undefined ? names : { ...names, input: own })
  const secrets = await secretValues(texts, secret)
  const done = await sandbox.render({ ...common, texts, values: seen(input?.wire), secrets })
  if (!done.ok) {
    const text = texts[done.index ?? -1]
    const which = text === undefined ? 'A text' : `The text “${excerptOf(text)}”`
    throw new TextError(done.code, `${which} could not be rendered: ${done.message}`)
  }
  const { texts: wire, secret: found, pieces } = done.value
  const kept = texts.flatMap((text, index) => (isSecret(text) ? [index] : []))
  derived([...pieces, ...kept.map((index) => wire[index] ?? null)])
  const record = new Map(kept.map((index): [number, Json] => [index, mark]))
  const rest = found.filter((index) => !record.has(index))
  if (rest.length > 0) {
    const marked = rest.map((index) => texts[index] ?? '')
    const again = await sandbox.renderRecord({ ...common, texts: marked, values: seen(input?.record), mark })
    // Where that fails there is still a record, of which nothing can be read.
    for (const [at, index] of rest.entries()) record.set(index, again.ok ? (again.value[at] ?? null) : mark)
  }
  return { wire, record: wire.map((value, index) => record.get(index) ?? value) }
}

/** Throws TextError. */
export async function renderText(filling: Filling, template: string): Promise<Filled<string>> {
  if (!hasMarkup(template)) return { wire: template, record: filling.isSecret(template) ? mark : template }
  const { wire, record } = await render(filling, [template], false)
  return { wire: textOf(wire[0]), record: textOf(record[0]) }
}

/** Texts in a value that have something to fill in, in the order in which `withTexts` comes to them. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return hasMarkup(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function withTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each, change)]))
}

/**
 * Every text within a value filled in; keys stay. A text that is `{{ one expression }}` and nothing else becomes the value
 * of the expression: a number, a list, an object. Throws TextError.
 */
export async function fillValue(filling: Filling, value: Json): Promise<Filled> {
  const { wire, record } = await render(filling, textsIn(value), true)
  const filledBy = (texts: readonly Json[], other: (text: string) => Json): Json => {
    let next = 0
    return withTexts(value, (text) => (hasMarkup(text) ? (texts[next++] ?? null) : other(text)))
  }
  return {
    wire: filledBy(wire, (text) => text),
    record: filledBy(record, (text) => (filling.isSecret(text) ? mark : text)),
  }
}
