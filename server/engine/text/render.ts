/**
 * Texts with `{{ … }}` filled in: Liquid, evaluated in the sandbox. What a text names that is not there is empty; a secret
 * that is not there, a filter that is not known and a tag that would read a file are errors.
 */
import { secretsNamedIn } from '#flow/requires.ts'
import { type Json, type JsonRecord, recordOf, textOf } from '#lib/json.ts'
import type { Values } from '#server/engine/node.ts'
import type { Rendered, Sandbox } from '#server/engine/engine-tools.ts'

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

interface Filling {
  sandbox: Sandbox
  values: Values
  /** What the node before gave; absent where there is none. */
  previous?: Json
  /** The value that `{{ secrets.key }}` stands for; null where there is none. Asked only for what a text names. */
  secret: (key: string) => Promise<Json>
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

async function secretsIn(texts: readonly string[], secret: Filling['secret']): Promise<JsonRecord> {
  const keys = new Set(texts.flatMap(secretsNamedIn))
  const found = await Promise.all([...keys].map(async (key) => [key, await secret(key)] as const))
  return Object.fromEntries(found.filter(([, value]) => value !== null))
}

async function render(
  { sandbox, values, previous, secret, signal }: Filling,
  texts: string[],
  whole: boolean,
): Promise<Rendered> {
  if (texts.length === 0) return { texts: [], used: [] }
  const done = await sandbox.render({
    texts,
    values: previous === undefined ? namesOf(values) : { ...namesOf(values), previous },
    secrets: await secretsIn(texts, secret),
    whole,
    timeoutMs: renderMs,
    signal,
  })
  if (!done.ok) {
    const text = texts[done.index ?? -1]
    const which = text === undefined ? 'A text' : `The text “${excerptOf(text)}”`
    throw new TextError(done.code, `${which} could not be filled in: ${done.message}`)
  }
  return done.value
}

/** `used` are the keys of the secrets that are in `text`. Throws TextError. */
export async function renderText(filling: Filling, template: string): Promise<{ text: string; used: string[] }> {
  if (!hasMarkup(template)) return { text: template, used: [] }
  const { texts, used } = await render(filling, [template], false)
  return { text: textOf(texts[0]), used }
}

/** Texts in a value that have something to fill in, in the order in which `withTexts` takes them. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return hasMarkup(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function withTexts(value: Json, next: () => Json): Json {
  if (typeof value === 'string') return hasMarkup(value) ? next() : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withTexts(each, next))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each, next)]))
}

/**
 * Every text within a value filled in; keys stay. A text that is `{{ one expression }}` and nothing else becomes the value
 * of the expression: a number, a list, an object. Throws TextError.
 */
export async function fillValue(filling: Filling, value: Json): Promise<{ value: Json; used: string[] }> {
  const { texts, used } = await render(filling, textsIn(value), true)
  let index = 0
  const next = (): Json => {
    index += 1
    return texts[index - 1] ?? null
  }
  return { value: withTexts(value, next), used }
}
