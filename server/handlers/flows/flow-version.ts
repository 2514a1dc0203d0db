/** Handlers of versions: update from a file, list, read, make live, draft, discard. */
import type { Actor } from '#contract/activity.ts'
import { flowVersion } from '#contract/flows/flow-version.ts'
import type { Finding, ImportResult } from '#contract/flow.ts'
import { maxVersion } from '#contract/kernel/limits.ts'
import type { Lint } from '#flow/health/lint.ts'
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import type { Caller } from '#server/base/caller.ts'
import { notFound } from '#server/base/fault.ts'
import { refuseToken } from '#server/base/secrets.ts'
import { assignChannels } from '#server/store/channels/channel-start.ts'
import { missingOf, type RequiredKeys } from '#server/store/flows/binding.ts'
import type { LintedDocument } from '#server/store/flows/flow.ts'
import { documentOfBytes } from '#server/store/flows/flow-document.ts'
import {
  addVersion,
  lockVersionState,
  readVersionState,
  setDraft,
  setLive,
  type NewVersion,
  type VersionContent,
  type VersionState,
} from '#server/store/flows/flow-version.ts'
import { readVersionBytes } from '#server/store/flows/version-bytes.ts'
import { listVersions, readVersion } from '#server/store/flows/version-list.ts'
import { importedFlow, type UpdateOutcome } from '#server/tasks/flow-import.ts'
import { handler, preparedHandler, type Context, type Handler } from '#server/protocol/handler.ts'
import { VersionMismatch } from '#server/protocol/version-check.ts'
import { documentReply, flowReply, flowStatusEffects, needFlow, prepareFlow } from './flow.ts'
import { problemsOf, refuseUnready } from './flow-status.ts'

/** A version that was computed before the transaction, and the state that it was computed for. */
interface Ready {
  state: VersionState
  content: VersionContent
  lint: Lint
  /** Null if it is stored already: the draft. */
  made: Pick<NewVersion, 'delta' | 'changes' | 'summary'> | null
  /** The document is that of the live version. */
  isSame: boolean
  /** Problems that the engine would have with it; empty if the flow is not active. */
  problems: Finding[]
}

/** Bytes of memory that a comparison takes per byte of a document. */
const compareFactor = 6
/** Like `compareFactor`, for a version that is read: the one stored as a whole, and the result. */
const copyFactor = 3

async function needState({ scope }: Context, id: string): Promise<VersionState> {
  const state = await readVersionState(scope, id)
  if (!state) throw notFound('flow')
  return state
}

async function needBytes({ scope }: Context, flowId: string, number: number): Promise<Buffer> {
  const bytes = await readVersionBytes(scope, { flowId, number })
  if (!bytes) throw notFound('version')
  return bytes
}

/** The number in a path; 404 if it is none. */
function numberOf(text: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > maxVersion) throw notFound('version')
  return number
}

/** Keys that a document uses, from its findings. */
function needsOf({ requiredKeys }: Lint): RequiredKeys {
  const keysOf = (kind: string) => [...new Set(requiredKeys.filter((one) => one.kind === kind).map(({ key }) => key))]
  return { tools: keysOf('tool'), channels: keysOf('channel'), secrets: keysOf('secret') }
}

const actorOf = ({ kind, id, name }: Caller): Actor => ({ kind, id, name })

/** Compares a document with the live and the newest version. May take seconds for a large flow. */
async function compare(context: Context, id: string, bytes: Uint8Array): Promise<Ready> {
  const { tasks, engine } = context.services
  const state = await needState(context, id)
  const live = await needBytes(context, id, state.live)
  await context.admit((live.length + bytes.length) * compareFactor)
  const isSame = live.equals(bytes)
  const previous = state.newest === state.live ? live : await needBytes(context, id, state.newest)
  const { delta, changes, summary, counts, lint } = await tasks.draftVersion(context.scope.account, {
    previous,
    live: previous === live ? null : live,
    next: bytes,
  })
  const isChecked = state.status === 'active' && engine !== null
  return {
    state,
    content: { bytes, counts, needs: needsOf(lint), validationSummary: validationSummaryOf(lint) },
    lint,
    made: { delta, changes, summary },
    isSame,
    problems: isChecked ? await problemsOf(context, id, Buffer.from(bytes).toString()) : [],
  }
}

/** Locks the flow; throws VersionMismatch if its versions are not those of the comparison any more. */
async function lockState({ scope }: Context, id: string, known: VersionState): Promise<VersionState> {
  const state = await lockVersionState(scope, id)
  if (!state) throw notFound('flow')
  const isKnown = state.newest === known.newest && state.live === known.live && state.draft === known.draft
  if (!isKnown) throw new VersionMismatch()
  return state
}

type Origin = Pick<NewVersion, 'source' | 'note'>

async function addNew(context: Context, id: string, ready: Ready, origin: Origin): Promise<number> {
  const { scope, caller, services } = context
  const { state, content, made } = ready
  if (!made) throw new Error('A version that is stored cannot be stored again.')
  return addVersion(scope, id, state, { ...content, ...made, ...origin, by: actorOf(caller), at: services.now() })
}

/**
 * Makes a version live between two runs: in this transaction new runs get the version before, afterwards this one. 409
 * `not_ready`, and nothing changes, if the flow is active and could not run.
 */
async function goLive(context: Context, id: string, ready: Ready, number: number) {
  const { scope, services } = context
  const { content, lint, problems, state } = ready
  const at = services.now()
  await setLive(scope, id, { number, draft: state.draft === number ? null : state.draft, content, at })
  if (state.status === 'active') await assignChannels(scope, id, at)
  const document = documentOfBytes(content.bytes, { flowId: id, number })
  const found = await needFlow(context, id, { document, lint })
  if (found.facts.status === 'active') refuseUnready(found, problems)
  const after = async () => {
    services.flowLint.set(scope, { flowId: id, number }, document.size, lint)
    await flowStatusEffects(context, id)()
  }
  return { found, after }
}

/** Stores a new version as the draft, beside the live version. Another draft stays in the list as discarded. */
async function goDraft(context: Context, id: string, ready: Ready, origin: Origin): Promise<() => void> {
  const { scope, services } = context
  const { content, lint } = ready
  const number = await addNew(context, id, ready, origin)
  await setDraft(scope, id, { number, needs: content.needs })
  return () => services.flowLint.set(scope, { flowId: id, number }, content.bytes.length, lint)
}

async function updateFlow(context: Context, id: string, outcome: UpdateOutcome, ready: Ready) {
  const { warnings, redacted, sourceFormat } = importedFlow(outcome.outcome)
  await lockState(context, id, ready.state)
  const result = (missing: ImportResult['missing']) => ({
    import: { warnings, missing, redacted, renamed_from: null, source_format: sourceFormat },
  })
  // A repeated request adds no version.
  if (ready.isSame) {
    const found = await needFlow(context, id)
    return flowReply(context, found, result(missingOf(found.bindings)))
  }
  if (outcome.as === 'live') {
    const number = await addNew(context, id, ready, outcome)
    const { found, after } = await goLive(context, id, ready, number)
    return { ...flowReply(context, found, result(missingOf(found.bindings))), after }
  }
  const after = await goDraft(context, id, ready, outcome)
  const { bindings } = await needFlow(context, id, documentOf(ready), ready.content.needs)
  return { ...flowReply(context, await needFlow(context, id), result(missingOf(bindings))), after }
}

const documentOf = ({ content: { bytes }, lint }: Ready): LintedDocument => ({ document: documentOfBytes(bytes), lint })

const update = preparedHandler(
  flowVersion.update,
  ({ tasks }, account, bytes) => tasks.updateFlow(account, bytes),
  (context, { params, body }, ready: Ready) => updateFlow(context, params.id, body, ready),
  { before: (context, { params, body }) => compare(context, params.id, importedFlow(body.outcome).bytes) },
)

const list = handler(flowVersion.versions, async ({ scope }, { params, query }) => {
  const body = await listVersions(scope, params.id, query)
  if (!body) throw notFound('flow')
  return { body }
})

const read = handler(flowVersion.version, async (context, { params }) => {
  const number = numberOf(params.number)
  const found = await readVersion(context.scope, params.id, number)
  if (!found) throw notFound('version')
  const bytes = await needBytes(context, params.id, number)
  await context.admit(bytes.length * copyFactor)
  const document = documentOfBytes(bytes, { flowId: params.id, number })
  if (found.state !== 'draft') return documentReply(context, found, document)
  const lint = await context.services.flowLint.getOrLint(context.scope, document)
  const { facts } = await needFlow(context, params.id, { document, lint }, needsOf(lint))
  return documentReply(context, { ...found, validation: facts.validation, bindings: facts.bindings }, document)
})

/** Prepares a version that is stored already to become live or a draft. */
async function compareStored(context: Context, { id, number: text }: { id: string; number: string }): Promise<Ready> {
  const number = numberOf(text)
  const ready = await compare(context, id, await needBytes(context, id, number))
  return number === ready.state.draft ? { ...ready, made: null } : ready
}

const originOf = (number: number, note = ''): Origin => ({
  source: { kind: 'version', name: null, version: number },
  note,
})

const makeLive = handler(
  flowVersion.makeLive,
  async (context, { params: { id, number: text }, body }, ready: Ready) => {
    const number = numberOf(text)
    refuseToken('note', body.note)
    const { draft } = await lockState(context, id, ready.state)
    if (ready.isSame && number !== draft) return flowReply(context, await needFlow(context, id))
    const next = number === draft ? number : await addNew(context, id, ready, originOf(number, body.note))
    const { found, after } = await goLive(context, id, ready, next)
    return { ...flowReply(context, found), after }
  },
  { before: (context, { params }) => compareStored(context, params) },
)

const makeDraft = handler(
  flowVersion.makeDraft,
  async (context, { params: { id, number: text }, body }, ready: Ready) => {
    const number = numberOf(text)
    refuseToken('note', body.note)
    const { draft } = await lockState(context, id, ready.state)
    const isDone = number === draft || ready.isSame
    const after = isDone ? () => {} : await goDraft(context, id, ready, originOf(number, body.note))
    return { ...flowReply(context, await needFlow(context, id)), after }
  },
  { before: (context, { params }) => compareStored(context, params) },
)

const discardDraft = handler(
  flowVersion.discardDraft,
  async (context, { params: { id } }) => {
    const state = await lockVersionState(context.scope, id)
    if (!state) throw notFound('flow')
    if (state.draft !== null) await setDraft(context.scope, id, null)
    const { facts } = await needFlow(context, id)
    return { body: null, object: { id, name: facts.name } }
  },
  { before: prepareFlow },
)

export const flowVersionHandlers: Handler[] = [update, list, read, makeLive, makeDraft, discardDraft]
