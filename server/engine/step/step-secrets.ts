/**
 * Secrets of one step: resolved when a text is filled in, and masked in whatever comes back. What was sent is recorded as it was
 * filled in without them (text/render.ts). What is recorded is also what the next steps read, for a run goes on from its log:
 * the value itself would have to lie there, sealed, for each step that repeats one. Who needs a secret in a later step names
 * it there again (docs/engine.md).
 */
import { z } from 'zod'
import { ToolCategory } from '#contract/values/category.ts'
import { isRecord, recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { readBoundTool, readToolByKey, type BoundTool } from '#server/store/engine/engine-bindings.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { openAddress, restoreSecrets } from '#server/store/tools/tool-secrets.ts'
import type { ReadyTool } from '#server/engine/node.ts'
import { maskerOf } from './secret-forms.ts'
import { mark } from '#server/engine/text/masked-value.ts'
import { TextError } from '#server/engine/text/render.ts'

/** Shorter ones are masked only where they are the whole text: within another they would be found everywhere. */
const shortestWithin = 4

/** What an expression gives of a secret, and of much else: to mask it everywhere would say more than to leave it. */
const notTelling: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/** Halves of pairs that stand alone: no column of JSON takes them. */
const loneHalf = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(loneHalf, '\uFFFD')

const Texts = z.record(z.string(), z.string())

/** Of a secret of the sample there are only its last characters; nothing that is real was ever behind it. */
function exampleOf({ category, sealed, config }: BoundTool): string | null {
  if (category !== 'global' || sealed !== null || config['secret'] !== true) return null
  const { set, last4 } = recordOf(config['value'])
  return set === true && typeof last4 === 'string' ? `sample-${last4}` : null
}

export class StepSecrets {
  readonly #db: Queryable
  readonly #secrets: Secrets
  readonly #flow: { account: string; id: string }
  readonly #seen = new Set<string>()
  /** What secrets have become on the wire. */
  readonly #derived = new Set<string>()
  #masker: ((text: string) => string) | null = null

  constructor(db: Queryable, secrets: Secrets, flow: { account: string; id: string }) {
    this.#db = db
    this.#secrets = secrets
    this.#flow = flow
  }

  #unseal(tool: BoundTool): Record<string, string> {
    if (tool.sealed === null) return {}
    const texts = Texts.parse(JSON.parse(this.#secrets.open(this.#flow.account, tool.id, tool.sealed)))
    return texts
  }

  #keep(value: Json): void {
    this.#masker = null
    if (typeof value === 'string' && value !== '') this.#seen.add(value)
    else if (typeof value === 'number') this.#seen.add(String(value))
    else if (Array.isArray(value)) for (const item of value) this.#keep(item)
    else if (isRecord(value)) for (const item of Object.values(value)) this.#keep(item)
  }

  #config(tool: BoundTool): JsonRecord {
    const texts = this.#unseal(tool)
    const example = exampleOf(tool)
    if (example !== null) return { ...tool.config, value: example }
    const category = ToolCategory.parse(tool.category)
    // It may have been saved before its address had to say who gets them.
    const problem = openAddress({ category, config: tool.config, secrets: texts })
    if (problem !== null) throw new TextError('bad_url', `The tool “${tool.name}” sent nothing. ${problem}`)
    const config = restoreSecrets(category, tool.config, texts)
    if (tool.category === 'global') {
      if (config['secret'] === true) this.#keep(config['value'] ?? null)
    } else for (const text of Object.values(texts)) this.#keep(text)
    return config
  }

  #find(kind: 'tool' | 'secret', key: string, isOfTool: boolean): Promise<BoundTool | null> {
    const { account, id } = this.#flow
    return isOfTool ? readToolByKey(this.#db, account, key) : readBoundTool(this.#db, account, id, kind, key)
  }

  /**
   * The value that `{{ secrets.key }}` stands for; null where nothing is chosen or it is switched off. In the texts of the
   * flow it is what the flow binds, and nothing else; in those of a tool (`isOfTool`) the account's own of that key.
   */
  async value(key: string, isOfTool: boolean): Promise<Json> {
    const tool = await this.#find('secret', key, isOfTool)
    if (!tool || !tool.enabled || tool.category !== 'global') return null
    return this.#config(tool)['value'] ?? null
  }

  /** A tool with its secrets in place; null where it is missing or switched off. */
  async tool(key: string, isOfTool: boolean): Promise<ReadyTool | null> {
    const found = await this.#find('tool', key, isOfTool)
    return found?.enabled === true ? this.ready(found) : null
  }

  /** A tool that was read already, with its secrets in place. */
  ready(tool: BoundTool): ReadyTool {
    const { id, key, name, description, category, inputSchema } = tool
    return { id, key, name, description, category, inputSchema, config: this.#config(tool) }
  }

  /** Whether a text is a secret as it is. */
  isSecret(text: string): boolean {
    return this.#seen.has(text)
  }

  /** Keeps what secrets have become on the wire: an answer that repeats it is masked as one that repeats them. */
  derived(pieces: readonly Json[]): void {
    this.#masker = null
    for (const piece of pieces) {
      const text = typeof piece === 'string' ? piece : JSON.stringify(piece)
      if (text.length >= shortestWithin && !notTelling.has(text)) this.#derived.add(text)
      if (typeof piece === 'object' && piece !== null) this.derived(Object.values(piece))
    }
  }

  #holds(text: string): boolean {
    return this.#seen.has(text) || this.#derived.has(text)
  }

  /** A text as it may be recorded. */
  maskText(text: string): string {
    if (this.#seen.has(text)) return mark
    const secrets = [...this.#seen].filter((secret) => secret.length >= shortestWithin)
    this.#masker ??= maskerOf([...secrets, ...this.#derived])
    return this.#masker(text)
  }

  /** Facts of an error for the log. */
  maskError(error: unknown): Json {
    if (!(error instanceof Error)) return this.maskText(String(error))
    const { name, message, stack = '' } = error
    return this.mask({ name, message, stack })
  }

  /** A value as it may be recorded: secrets masked, and without what no column can hold (NUL, halves of pairs). */
  mask(value: Json): Json {
    if (typeof value === 'string') return this.maskText(storable(value))
    if (typeof value === 'number') return this.#holds(String(value)) ? mark : value
    if (typeof value !== 'object' || value === null) return value
    if (this.#derived.size > 0 && this.#derived.has(JSON.stringify(value))) return mark
    if (Array.isArray(value)) return value.map((item) => this.mask(item))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.maskText(storable(key)), this.mask(item)]),
    )
  }
}
