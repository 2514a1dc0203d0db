/**
 * Secrets of one step: resolved when templates are rendered, and masked in results. Requests are recorded in the form
 * rendered without secrets (text/render.ts). Results are masked because they are stored in the run log, from which
 * later steps get their input. A later step that needs a secret must refer to it again (docs/engine.md).
 */
import { z } from 'zod'
import { ToolCategory } from '#contract/values/category.ts'
import { isRecord, recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { readBoundTool, readToolByKey, type BoundTool } from '#server/store/engine/engine-bindings.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { openAddress, restoreSecrets } from '#server/store/tools/tool-secrets.ts'
import type { DecryptedTool } from '#server/engine/node.ts'
import { maskerOf } from './secret-forms.ts'
import { secretMark } from '#server/engine/text/masked-value.ts'
import { RenderError } from '#server/engine/text/render.ts'

/** Shorter secrets are only masked if they are the whole text, because within texts they would match by chance. */
const minPartialLength = 4

/** Derived values that are too common to be masked. */
const commonValues: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/** Lone surrogates, which JSON columns reject. */
const loneSurrogates = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(loneSurrogates, '\uFFFD')

const Texts = z.record(z.string(), z.string())

/** Value of a sample secret, of which only the last characters are stored; null for other tools. */
function exampleOf({ category, sealed, config }: BoundTool): string | null {
  if (category !== 'global' || sealed !== null || config['secret'] !== true) return null
  const { set, last4 } = recordOf(config['value'])
  return set === true && typeof last4 === 'string' ? `sample-${last4}` : null
}

export class StepSecrets {
  readonly #db: Queryable
  readonly #secrets: Secrets
  readonly #flow: { account: string; id: string }
  readonly #values = new Set<string>()
  /** Values computed from secrets and sent in requests, to be masked in responses. */
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

  #register(value: Json): void {
    this.#masker = null
    if (typeof value === 'string' && value !== '') this.#values.add(value)
    else if (typeof value === 'number') this.#values.add(String(value))
    else if (Array.isArray(value)) for (const item of value) this.#register(item)
    else if (isRecord(value)) for (const item of Object.values(value)) this.#register(item)
  }

  #decryptedConfig(tool: BoundTool): JsonRecord {
    const texts = this.#unseal(tool)
    const example = exampleOf(tool)
    if (example !== null) return { ...tool.config, value: example }
    const category = ToolCategory.parse(tool.category)
    // Tools with secrets may have been saved before placeholders in their host were forbidden.
    const problem = openAddress({ category, config: tool.config, secrets: texts })
    if (problem !== null) throw new RenderError('bad_url', `The tool “${tool.name}” was not called. ${problem}`)
    const config = restoreSecrets(category, tool.config, texts)
    if (tool.category === 'global') {
      if (config['secret'] === true) this.#register(config['value'] ?? null)
    } else for (const text of Object.values(texts)) this.#register(text)
    return config
  }

  #readTool(kind: 'tool' | 'secret', key: string, isOfTool: boolean): Promise<BoundTool | null> {
    const { account, id } = this.#flow
    return isOfTool ? readToolByKey(this.#db, account, key) : readBoundTool(this.#db, account, id, kind, key)
  }

  /**
   * Value of `{{ secrets.key }}`; null if unbound or disabled. Keys in templates of the flow are resolved by the
   * bindings of the flow, keys in templates of a tool (`isOfTool`) by the keys of the account.
   */
  async value(key: string, isOfTool: boolean): Promise<Json> {
    const tool = await this.#readTool('secret', key, isOfTool)
    if (!tool || !tool.enabled || tool.category !== 'global') return null
    return this.#decryptedConfig(tool)['value'] ?? null
  }

  /** A tool with its decrypted secrets; null if missing or disabled. */
  async tool(key: string, isOfTool: boolean): Promise<DecryptedTool | null> {
    const found = await this.#readTool('tool', key, isOfTool)
    return found?.enabled === true ? this.decrypt(found) : null
  }

  /** Decrypts the secrets of a tool that was already read. */
  decrypt(tool: BoundTool): DecryptedTool {
    const { id, key, name, description, category, inputSchema } = tool
    return { id, key, name, description, category, inputSchema, config: this.#decryptedConfig(tool) }
  }

  /** Whether a text is exactly a secret. */
  isSecret(text: string): boolean {
    return this.#values.has(text)
  }

  /** Registers values computed from secrets, to be masked in responses. */
  registerDerived(pieces: readonly Json[]): void {
    this.#masker = null
    for (const piece of pieces) {
      const text = typeof piece === 'string' ? piece : JSON.stringify(piece)
      if (text.length >= minPartialLength && !commonValues.has(text)) this.#derived.add(text)
      if (typeof piece === 'object' && piece !== null) this.registerDerived(Object.values(piece))
    }
  }

  #isKnown(text: string): boolean {
    return this.#values.has(text) || this.#derived.has(text)
  }

  /** Masks a text for storage. */
  maskText(text: string): string {
    if (this.#values.has(text)) return secretMark
    const secrets = [...this.#values].filter((secret) => secret.length >= minPartialLength)
    this.#masker ??= maskerOf([...secrets, ...this.#derived])
    return this.#masker(text)
  }

  /** Masks an error for the service log. */
  maskError(error: unknown): Json {
    if (!(error instanceof Error)) return this.maskText(String(error))
    const { name, message, stack = '' } = error
    return this.mask({ name, message, stack })
  }

  /** Masks a value for storage. Removes NUL and replaces lone surrogates, which columns cannot store. */
  mask(value: Json): Json {
    if (typeof value === 'string') return this.maskText(storable(value))
    if (typeof value === 'number') return this.#isKnown(String(value)) ? secretMark : value
    if (typeof value !== 'object' || value === null) return value
    if (this.#derived.size > 0 && this.#derived.has(JSON.stringify(value))) return secretMark
    if (Array.isArray(value)) return value.map((item) => this.mask(item))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.maskText(storable(key)), this.mask(item)]),
    )
  }
}
