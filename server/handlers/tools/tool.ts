/** Handlers of tools: list, create, read, edit, remove, usage, versions. */
import { z } from 'zod'
import type { ToolCategory } from '#contract/values/category.ts'
import { tool, toolConfig, type Tool } from '#contract/tool.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { fieldErrors, parseOptions } from '#server/base/field-errors.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import {
  changeTool,
  countCategories,
  createTool,
  keysLike,
  listTools,
  newToolId,
  readTool,
  removeTool,
  type ToolFacts,
  freeToolKey,
  defaultToolKey,
} from '#server/store/tools/tool.ts'
import { changesBetween, toolStateOf, type KnownTool } from '#server/store/tools/tool-changes.ts'
import {
  containsSecret,
  refuseNewOrigin,
  refuseOpenAddress,
  restoreSecrets,
  takeSecrets,
  type SecretTexts,
} from '#server/store/tools/tool-secrets.ts'
import { readUsage } from '#server/store/tools/tool-usage.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler, type Reply } from '#server/protocol/handler.ts'
import { Version } from '#contract/kernel/page.ts'
import { toolVersion } from '#contract/tool-version.ts'
import { listToolVersions, readToolVersion } from '#server/store/tools/tool-version.ts'

const keyTaken = () => invalid('key', 'Another tool already has this key.')
const Texts = z.record(z.string(), z.string())

async function needTool({ scope, services }: Context, id: string): Promise<{ tool: Tool; sealed: Buffer | null }> {
  const found = await readTool(scope, id, services.now())
  if (!found) throw notFound('tool')
  return found
}

const toolReply = (found: Tool): Reply<Tool> => ({
  body: found,
  headers: { ETag: etagOf(found.version, found) },
  object: { id: found.id, name: found.name },
})

/** Validates a config for its category; errors are reported as `config.url`. */
function checkConfig(category: ToolCategory, config: JsonRecord): JsonRecord {
  const parsed = toolConfig[category].safeParse(config, parseOptions)
  if (parsed.success) return parsed.data
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(parsed.error)).map(([path, texts]) => [`config.${path}`, texts]),
  )
  throw new Fault('invalid', 'The config does not match the category.', { errors })
}

/** Splits a config with secrets into open and sealed parts. `texts` (the secrets) are only stored sealed. */
function seal({ scope, services }: Context, id: string, category: ToolCategory, config: JsonRecord) {
  const { config: open, secrets: texts } = takeSecrets(category, config)
  const hasNoSecrets = Object.keys(texts).length === 0
  return {
    texts,
    stored: {
      config: open,
      secrets: hasNoSecrets ? null : services.secrets.seal(scope.account, id, JSON.stringify(texts)),
    },
  }
}

function unseal({ scope, services }: Context, id: string, sealed: Buffer | null): SecretTexts {
  return sealed ? Texts.parse(JSON.parse(services.secrets.open(scope.account, id, sealed))) : {}
}

/** A tool before it is stored. */
const knownTool = (facts: ToolFacts, secrets: SecretTexts): KnownTool => ({
  state: { ...facts, input_schema: facts.inputSchema, output_schema: facts.outputSchema },
  secrets,
})

/** Schemas and descriptions are shown unmasked, so they must not contain secrets. */
function refuseSecrets(facts: Pick<ToolFacts, 'description' | 'inputSchema' | 'outputSchema'>): void {
  const fields = { description: facts.description, input_schema: facts.inputSchema, output_schema: facts.outputSchema }
  for (const [field, value] of Object.entries(fields)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (containsSecret(text)) throw invalid(field, 'This looks like a secret. Store it in a global tool with "secret".')
  }
}

/** Adds the problems of tools. If a slow check finds a problem, an event tells clients to read again. */
const withProblems = ({ caller, services }: Context, tools: readonly Tool[]): Promise<Tool[]> =>
  services.toolLint.withProblems(caller.account, tools, () =>
    services.events.publish(caller.account, { noun: 'tool', id: '', change: 'changed' }),
  )

const list = handler(tool.list, async (context, { query }) => {
  const { scope, services } = context
  const page = await listTools(scope, query, services.now())
  const results = await withProblems(context, page.results)
  return { body: { ...page, results, categories: await countCategories(scope, query.search) } }
})

/** Maximum attempts to find a free key: concurrent writes may take the same one. */
const maxKeyAttempts = 100

const create = handler(tool.create, async (context, { body }) => {
  const { category } = body
  const id = newToolId()
  const common = {
    name: body.name,
    description: body.description ?? '',
    enabled: body.enabled ?? true,
    inputSchema: body.input_schema ?? null,
    outputSchema: body.output_schema ?? null,
  }
  refuseSecrets(common)
  const { stored, texts } = seal(context, id, category, restoreSecrets(category, body.config, {}))
  refuseOpenAddress({ category, config: stored.config, secrets: texts })
  for (let attempt = 0; attempt < maxKeyAttempts; attempt += 1) {
    const wanted = defaultToolKey(body.name)
    const key = body.key ?? freeToolKey(wanted, await keysLike(context.scope, wanted))
    const facts = { ...common, ...stored, key }
    const version = { author: context.caller, changed: [], secrets: [], state: toolStateOf(knownTool(facts, texts)) }
    if (await createTool(context.scope, { id, category }, facts, version))
      return toolReply((await needTool(context, id)).tool)
    if (body.key !== undefined) break
  }
  throw keyTaken()
})

const read = handler(tool.read, async (context, { params }) => {
  const { tool: found } = await needTool(context, params.id)
  const [shown = found] = await withProblems(context, [found])
  return toolReply(shown)
})

const edit = handler(tool.edit, async (context, { params, body }) => {
  const { tool: before, sealed } = await needTool(context, params.id)
  const { category } = before
  const textsBefore = unseal(context, before.id, sealed)
  const { stored, texts } =
    body.config === undefined
      ? { stored: { config: before.config, secrets: sealed }, texts: textsBefore }
      : seal(context, before.id, category, checkConfig(category, restoreSecrets(category, body.config, textsBefore)))
  if (body.config !== undefined)
    refuseNewOrigin(
      { category, config: before.config, secrets: textsBefore },
      { category, config: stored.config, secrets: texts },
      body.config,
    )
  const facts = {
    key: body.key ?? before.key,
    name: body.name ?? before.name,
    description: body.description ?? before.description,
    enabled: body.enabled ?? before.enabled,
    inputSchema: body.input_schema === undefined ? before.input_schema : body.input_schema,
    outputSchema: body.output_schema === undefined ? before.output_schema : body.output_schema,
    ...stored,
  }
  refuseSecrets(facts)
  const known = knownTool(facts, texts)
  const changes = changesBetween({ state: before, secrets: textsBefore }, known)
  if (changes.changed.length === 0 && changes.secrets.length === 0) return toolReply(before)
  const version = { author: context.caller, ...changes, state: toolStateOf(known) }
  if (!(await changeTool(context.scope, before, facts, version))) throw keyTaken()
  return toolReply((await needTool(context, params.id)).tool)
})

const remove = handler(tool.remove, async (context, { params }) => {
  const name = await removeTool(context.scope, params.id)
  if (name === null) throw notFound('tool')
  return { body: null, object: { id: params.id, name } }
})

const usage = handler(tool.usage, async (context, { params }) => {
  const { tool: found } = await needTool(context, params.id)
  return { body: await readUsage(context.scope, found, context.services.now()) }
})

const versions = handler(toolVersion.versions, async ({ scope }, { params, query }) => {
  const found = await listToolVersions(scope, params.id, query)
  if (!found) throw notFound('tool')
  return { body: found }
})

const version = handler(toolVersion.version, async ({ scope }, { params }) => {
  const number = Version.safeParse(Number(params.number))
  const found = number.success ? await readToolVersion(scope, params.id, number.data) : null
  if (!found) throw new Fault('not_found', 'This version of the tool does not exist or was deleted.')
  return { body: found }
})

export const toolHandlers: Handler[] = [list, create, read, edit, remove, usage, versions, version]
