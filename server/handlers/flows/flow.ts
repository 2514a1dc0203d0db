/** Handlers of flows: list, create, read, rename, remove, export, import. */
import { templateFormat } from '#contract/values/template-format.ts'
import { flow, type ImportResult } from '#contract/flow.ts'
import { lintFlow } from '#flow/health/lint.ts'
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import { replaceShapes } from '#flow/secrets/token-shapes.ts'
import { missingOf, type RequiredKeys } from '#server/store/flows/binding.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { invalid, notFound } from '#server/base/fault.ts'
import { about } from '#server/base/installation.ts'
import { commaList } from '#server/store/query/comma-list.ts'
import { listFlows, countTags } from '#server/store/flows/flow-list.ts'
import {
  changeFlow,
  createFlow,
  readFlow,
  removeFlow,
  type LintedDocument,
  type NewFlow,
  type StoredFlow,
} from '#server/store/flows/flow.ts'
import {
  documentFacts,
  documentOfBytes,
  documentOfRow,
  emptyBytes,
  emptyDocument,
  isLargeDocument,
  textOfDocument,
  withDocument,
  withPieces,
  type StoredDocument,
} from '#server/store/flows/flow-document.ts'
import { Scope } from '#server/store/db/scope.ts'
import { importedFlow } from '#server/tasks/flow-import.ts'
import { refuseToken } from '#server/base/secrets.ts'
import { attachment } from '#lib/text/file-name.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { bytesOf, streamOf } from '#server/handlers/replies/byte-stream.ts'
import { handler, preparedHandler, type Context, type Handler } from '#server/protocol/handler.ts'

/**
 * Effects of a flow's status change, after the commit: updates its schedules, and ends waiting and queued runs of a
 * deleted flow. Failures are only logged: the status is already committed, and the next start reconciles.
 */
export const flowStatusEffects =
  ({ services: { engine, log }, scope: { account }, requestId }: Context, id: string, { isGone = false } = {}) =>
  async (): Promise<void> => {
    if (!engine) return
    try {
      await engine.updateSchedules(account, id)
      if (isGone) await engine.endRunsOfDeletedFlow(account, id)
    } catch (error) {
      log.error('applying the effects of a flow change failed', { error, flow: id, request_id: requestId })
    }
  }

/** Generator named in exported files. */
const generator = about

/** The flow, or 404. `needs`: the keys of a known document that is not live. */
export async function needFlow(
  context: Context,
  id: string,
  known?: LintedDocument,
  needs?: RequiredKeys,
): Promise<StoredFlow> {
  const { scope, services } = context
  const { config, flowLint, now } = services
  const model = config.model && { defaultModel: config.model.name }
  const lintDocument = async (document: StoredDocument) => {
    if (document.text === null) await context.admit(document.size)
    return flowLint.getOrLint(scope, document)
  }
  const found = await readFlow(scope, id, { now: now(), model, lintDocument: known ?? lintDocument, needs })
  if (!found) throw notFound('flow')
  return found
}

/** Flow response with its ETag. A large flow is streamed, which is safe because a version of its definition never changes. */
export function flowReply(context: Context, { facts, document }: StoredFlow, more: { import?: ImportResult } = {}) {
  const summary = { ...facts, ...more }
  const headers = { ETag: etagOf(facts.version, facts) }
  return { ...documentReply(context, summary, document, headers), object: { id: facts.id, name: facts.name } }
}

/** Response of facts with a document, which is streamed if it is large. */
export function documentReply(
  { services, scope }: Context,
  facts: Readonly<Record<string, unknown>>,
  document: StoredDocument,
  headers: Record<string, string> = {},
) {
  if (document.text !== null) return { text: withDocument(facts, document.text), headers }
  // Reads after the transaction, if there is one.
  const { pieces, size } = withPieces(facts, document, new Scope(services.database.db, scope.account))
  return {
    text: '',
    conflictBody: facts,
    stream: streamOf(pieces),
    headers: { ...headers, 'Content-Length': String(size) },
  }
}

/**
 * Prepares a write: admits and checks a large flow before the transaction, in which other requests would have to wait
 * for it.
 */
export async function prepareFlow(context: Context, { params: { id } }: { params: { id: string } }): Promise<void> {
  if (await isLargeDocument(context.scope, id)) await needFlow(context, id)
}

/** Stores a new flow as a draft and returns it as stored. The findings must be those of the same document. */
export async function makeFlow(
  context: Context,
  newFlow: Omit<NewFlow, 'createdBy' | 'validationSummary'>,
  { document, lint }: LintedDocument,
): Promise<StoredFlow> {
  const { id, name } = context.caller
  const validationSummary = validationSummaryOf(lint)
  const flowId = await createFlow(context.scope, { ...newFlow, validationSummary, createdBy: { id, name } })
  const version = { flowId, number: 1 }
  // The id is new, so no other document can have been cached under it.
  context.services.flowLint.set(context.scope, version, document.size, lint)
  const own = 'bytes' in newFlow.content ? document : documentOfRow(version, document)
  return needFlow(context, flowId, { document: own, lint })
}

const list = handler(flow.list, async ({ scope, services }, { query }) => ({
  body: await listFlows(scope, query, services.now()),
}))

const create = handler(flow.create, async (context, { body }) => {
  refuseToken('name', body.name)
  refuseToken('description', body.description)
  const bytes = emptyBytes()
  const newFlow = {
    name: body.name,
    description: body.description ?? '',
    content: { bytes },
    counts: documentFacts(emptyDocument),
    uses: { bindings: [] },
  }
  const linted = {
    document: documentOfBytes(bytes),
    lint: lintFlow({ ...emptyDocument, name: '', description: '' }),
  }
  return flowReply(context, await makeFlow(context, newFlow, linted))
})

const read = handler(flow.read, async (context, { params }) => flowReply(context, await needFlow(context, params.id)))

const rename = handler(
  flow.rename,
  async (context, { params, body }) => {
    const { version: _version, ...change } = body
    refuseToken('name', change.name)
    refuseToken('description', change.description)
    if (Object.keys(change).length > 0) await changeFlow(context.scope, params.id, change)
    return flowReply(context, await needFlow(context, params.id))
  },
  { before: prepareFlow },
)

const remove = handler(
  flow.remove,
  async (context, { params }) => {
    const name = await removeFlow(context.scope, params.id, context.services.now())
    if (name === null) throw notFound('flow')
    return {
      body: null,
      object: { id: params.id, name },
      after: flowStatusEffects(context, params.id, { isGone: true }),
    }
  },
  { before: prepareFlow },
)

/** Bytes of memory that an export takes per byte of the document: its text, the task's copy, and the file. */
const exportFactor = 4

const tags = handler(flow.tags, async ({ scope }) => ({ body: await countTags(scope) }))

const drawings = handler(flow.drawings, async (context, { query }) => {
  const ids = [...new Set(commaList(query.flow) ?? [])]
  const { scope, services } = context
  if (ids.length > maxLimit) throw invalid('flow', `${ids.length} flows were requested. The limit is ${maxLimit}.`)
  return { body: { results: await services.flowDrawer.draw(scope, ids, (bytes) => context.admit(bytes)) } }
})

const exportHandler = handler(flow.export, async (context, { params }) => {
  const { facts, document } = await needFlow(context, params.id)
  const { name, description } = facts
  if (document.text === null) await context.admit(document.size * exportFactor)
  const text = await textOfDocument(document, context.scope)
  const { services } = context
  const exportedAt = services.now().toISOString()
  const file = await services.tasks.exportFlow(context.scope.account, {
    flow: { name, description, text },
    exportedAt,
    generator,
  })
  const headers = { 'Content-Disposition': attachment(`${replaceShapes(name, () => '_')}.json`) }
  return document.text === null ? { text: '', stream: streamOf(bytesOf(file)), headers } : { text: file, headers }
})

const importHandler = preparedHandler(
  flow.import,
  ({ tasks }, account, bytes) => tasks.importFlow(account, bytes),
  async (context, { body: outcome }) => {
    const { name, description, bytes, counts, needs, lint, ...summary } = importedFlow(outcome)
    const draft = { name, description, content: { bytes }, counts, uses: { needs } }
    const newFlow = await makeFlow(context, draft, { document: documentOfBytes(bytes), lint })
    return flowReply(context, newFlow, {
      import: {
        warnings: summary.warnings,
        missing: missingOf(newFlow.bindings),
        redacted: summary.redacted,
        renamed_from: summary.renamedFrom,
        source_format: summary.sourceFormat,
      },
    })
  },
  {
    // Warnings of the import are not stored: a repeated request gets those that can be derived from the flow.
    remake: async (context, id) => {
      const found = await needFlow(context, id)
      const summary = {
        warnings: [],
        missing: missingOf(found.bindings),
        redacted: found.lint.secretPaths,
        renamed_from: null,
        source_format: templateFormat,
      }
      return flowReply(context, found, { import: summary })
    },
  },
)

export const flowHandlers: Handler[] = [
  list,
  create,
  read,
  rename,
  remove,
  tags,
  drawings,
  exportHandler,
  importHandler,
]
