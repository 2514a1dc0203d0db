/**
 * Renders Liquid templates in the sandbox. Missing values are rendered as empty text; missing secrets, unknown filters
 * and tags that would read files are errors.
 */
import { secretKeysIn } from '#flow/secret-references.ts'
import { type Json, type JsonRecord, recordOf, textOf } from '#lib/json/json.ts'
import type { Values } from '#server/engine/node.ts'
import type { Sandbox } from '#server/engine/engine-tools.ts'
import { secretMark, withoutSecrets, secretPaths, type RenderedValue } from './masked-value.ts'

/** Time limit in ms for the templates that are rendered together. */
const renderMs = 1000

/** A rendering error; its message can be shown to users and contains no secrets. */
export class RenderError extends Error {
  override name = 'RenderError'
  /**
   * "missing_secret", "bad_url", "syntax", "error", "timeout", "memory", "too_large", "cancelled", "busy", "crashed"
   */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Values for rendering, and callbacks for secrets. */
export interface RenderContext {
  sandbox: Sandbox
  values: Values
  /** Output of the previous node; absent if there is none. */
  previous?: Json
  /** Input of a tool call, which replaces the run's input as `{{ input.x }}`. */
  input?: RenderedValue | undefined
  /** Value of `{{ secrets.key }}`; null if there is none. Called only for keys that a template names. */
  secretValue: (key: string) => Promise<Json>
  /** Whether a literal text is itself a stored secret. */
  isSecret: (text: string) => boolean
  /** Receives derived forms of secrets, which a response may repeat. */
  registerDerived: (pieces: readonly Json[]) => void
  signal?: AbortSignal
}

const hasMarkup = (text: string): boolean => text.includes('{{') || text.includes('{%')

/** Maximum length of an excerpt: enough to recognise a text. */
const maxExcerptLength = 60

/** Beginning of a text, on one line. */
export const excerptOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength)}…` : line
}

/** Names available to templates and expressions: the values, plus `contact` as a shortcut. */
export const scopeOf = (values: Values): JsonRecord => ({
  ...values,
  contact: recordOf(values.conversation?.contact),
})

async function secretValues(texts: readonly string[], secret: RenderContext['secretValue']): Promise<JsonRecord> {
  const keys = new Set(texts.flatMap(secretKeysIn))
  const found = await Promise.all([...keys].map(async (key) => [key, await secret(key)] as const))
  return Object.fromEntries(found.filter(([, value]) => value !== null))
}

/** Renders templates in both forms. Throws RenderError. */
async function render(
  context: RenderContext,
  texts: readonly string[],
  whole: boolean,
): Promise<RenderedValue<Json[]>> {
  if (texts.length === 0) return withoutSecrets([])
  const { sandbox, values, previous, input, secretValue, isSecret, registerDerived, signal } = context
  const names = previous === undefined ? scopeOf(values) : { ...scopeOf(values), previous }
  const tainted = input === undefined ? [] : secretPaths(input).map((path) => ['input', ...path])
  const common = { tainted, whole, timeoutMs: renderMs, signal }
  const valuesWith = (own: Json | undefined): JsonRecord => (own === undefined ? names : { ...names, input: own })
  const secrets = await secretValues(texts, secretValue)
  const done = await sandbox.render({ ...common, texts, values: valuesWith(input?.wire), secrets })
  if (!done.ok) {
    const text = texts[done.index ?? -1]
    const which = text === undefined ? 'A text' : `The text “${excerptOf(text)}”`
    throw new RenderError(done.code, `${which} could not be rendered: ${done.message}`)
  }
  const { texts: wire, secret: found, pieces } = done.value
  const secretIndexes = texts.flatMap((text, index) => (isSecret(text) ? [index] : []))
  registerDerived([...pieces, ...secretIndexes.map((index) => wire[index] ?? null)])
  const record = new Map(secretIndexes.map((index): [number, Json] => [index, secretMark]))
  const rest = found.filter((index) => !record.has(index))
  if (rest.length > 0) {
    const marked = rest.map((index) => texts[index] ?? '')
    const recorded = await sandbox.renderRecord({
      ...common,
      texts: marked,
      values: valuesWith(input?.record),
      mark: secretMark,
    })
    // If this fails, only a mark is recorded.
    for (const [at, index] of rest.entries()) record.set(index, recorded.ok ? (recorded.value[at] ?? null) : secretMark)
  }
  return { wire, record: wire.map((value, index) => record.get(index) ?? value) }
}

/** Renders one template as text. Throws RenderError. */
export async function renderText(context: RenderContext, template: string): Promise<RenderedValue<string>> {
  if (!hasMarkup(template)) return { wire: template, record: context.isSecret(template) ? secretMark : template }
  const { wire, record } = await render(context, [template], false)
  return { wire: textOf(wire[0]), record: textOf(record[0]) }
}

/** Templates in a value, in the order of `mapTexts`. */
export function templatesIn(value: Json): string[] {
  if (typeof value === 'string') return hasMarkup(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(templatesIn)
}

function mapTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}

/**
 * Renders every text within a value, but not keys. A text that is a single `{{ expression }}` becomes the value of the
 * expression: a number, a list, an object. Throws RenderError.
 */
export async function fillValue(context: RenderContext, value: Json): Promise<RenderedValue> {
  const { wire, record } = await render(context, templatesIn(value), true)
  const fillWith = (texts: readonly Json[], other: (text: string) => Json): Json => {
    let next = 0
    return mapTexts(value, (text) => (hasMarkup(text) ? (texts[next++] ?? null) : other(text)))
  }
  return {
    wire: fillWith(wire, (text) => text),
    record: fillWith(record, (text) => (context.isSecret(text) ? secretMark : text)),
  }
}
