/** Flows: list, create, read, rename, remove, export, import. */
import { templateFormat } from '#contract/template-format.ts'
import { flow, type FlowDetail, type ImportResult } from '#contract/flow.ts'
import { replaceShapes } from '#flow/token-shapes.ts'
import { missingOf } from '#server/store/binding.ts'
import { Fault, notFound } from '#server/fault.ts'
import { about } from '#server/root.ts'
import { listFlows } from '#server/store/flow-list.ts'
import {
  changeFlow,
  createFlow,
  readFlow,
  removeFlow,
  type LookedAt,
  type NewFlow,
  type StoredFlow,
} from '#server/store/flow.ts'
import { documentFacts, emptyDocument, emptyText, readDocument, withDocument } from '#server/store/flow-document.ts'
import { importedFlow } from '#server/flow-import.ts'
import { refuseToken } from '#server/refuse-token.ts'
import { afterLife } from './after-life.ts'
import { attachment } from './attachment.ts'
import { etagOf } from './etag.ts'
import { handler, preparedHandler, type Context, type Handler } from './handler.ts'

/** What wrote an exported file. */
const generator = about

/** The flow, or 404. */
export async function needFlow({ scope, services }: Context, id: string, known?: LookedAt): Promise<StoredFlow> {
  const { config, flowLint, now } = services
  const model = config.model && { usual: config.model.name }
  const found = await readFlow(scope, id, { now: now(), model, look: known ?? ((text) => flowLint.of(text)) })
  if (!found) throw notFound('flow')
  return found
}

/** A flow as an answer, with its ETag. What it holds is as large as it likes, and never changes without its version. */
export function flowReply({ facts, text }: StoredFlow, more: { import?: ImportResult } = {}) {
  return {
    text: withDocument({ ...facts, ...more }, text),
    headers: { ETag: etagOf(facts.version, facts) },
    object: { id: facts.id, name: facts.name },
  }
}

/** Writes a draft by the caller and answers it as it was stored. */
export async function makeFlow(
  context: Context,
  made: Omit<NewFlow, 'createdBy'>,
  lint: LookedAt['lint'],
): Promise<StoredFlow> {
  const { id, name } = context.caller
  const flowId = await createFlow(context.scope, { ...made, createdBy: { id, name } })
  return needFlow(context, flowId, { text: made.text, lint })
}

/** 409 with the flow as it is now. */
export function versionConflict({ facts, text }: StoredFlow): Fault {
  const current: FlowDetail = { ...facts, ...readDocument(text) }
  return new Fault('version_conflict', 'The flow was changed in the meantime.', { more: { current } })
}

const list = handler(flow.list, async ({ scope, services }, { query }) => ({
  body: await listFlows(scope, query, services.now()),
}))

const create = handler(flow.create, async (context, { body }) => {
  refuseToken('name', body.name)
  refuseToken('description', body.description)
  const text = emptyText()
  const made = {
    name: body.name,
    description: body.description ?? '',
    text,
    counts: documentFacts(emptyDocument),
    uses: { bindings: [] },
  }
  return flowReply(await makeFlow(context, made, await context.services.flowLint.of(text)))
})

const read = handler(flow.read, async (context, { params }) => flowReply(await needFlow(context, params.id)))

const rename = handler(flow.rename, async (context, { params, body }) => {
  const { version, ...change } = body
  refuseToken('name', change.name)
  refuseToken('description', change.description)
  const expected = context.ifMatch ?? version ?? null
  const changed = Object.keys(change).length > 0
  const outcome =
    changed || expected !== null ? await changeFlow(context.scope, params.id, change, expected) : 'changed'
  const found = await needFlow(context, params.id)
  if (outcome === 'conflict') throw versionConflict(found)
  return flowReply(found)
})

const remove = handler(flow.remove, async (context, { params }) => {
  const name = await removeFlow(context.scope, params.id, context.ifMatch, context.services.now())
  if (name === null) {
    const found = await needFlow(context, params.id)
    throw versionConflict(found)
  }
  return { body: null, object: { id: params.id, name }, after: afterLife(context, params.id, { isGone: true }) }
})

const exported = handler(flow.export, async (context, { params }) => {
  const { facts, text } = await needFlow(context, params.id)
  const { name, description } = facts
  const { services } = context
  const exportedAt = services.now().toISOString()
  const file = await services.tasks.exportFlow({ flow: { name, description, text }, exportedAt, generator })
  return { text: file, headers: { 'Content-Disposition': attachment(`${replaceShapes(name, () => '_')}.json`) } }
})

const imported = preparedHandler(
  flow.import,
  ({ tasks }, bytes) => tasks.importFlow(bytes),
  async (context, outcome) => {
    const { name, description, text, counts, needs, lint, ...told } = importedFlow(outcome)
    context.services.flowLint.keep(text, lint)
    const made = await makeFlow(context, { name, description, text, counts, uses: { needs } }, lint)
    return flowReply(made, {
      import: {
        warnings: told.warnings,
        missing: missingOf(made.bindings),
        redacted: told.redacted,
        renamed_from: told.renamedFrom,
        source_format: told.sourceFormat,
      },
    })
  },
  {
    // Warnings of the reading are not kept with the flow: a repetition tells what can be told from it.
    remake: async (context, id) => {
      const found = await needFlow(context, id)
      const told = {
        warnings: [],
        missing: missingOf(found.bindings),
        redacted: found.lint.references,
        renamed_from: null,
        source_format: templateFormat,
      }
      return flowReply(found, { import: told })
    },
  },
)

export const flowHandlers: Handler[] = [list, create, read, rename, remove, exported, imported]
