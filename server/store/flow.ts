/**
 * One flow: read, make, change, remove. The summary lies in `flow`, what it holds in `flow_document`, what it needs in
 * `flow_binding`. `run_count`, `last_run_at` and `last_run_status` are maintained by whoever writes runs, in the same
 * transaction, as are `run_day`, `ledger` and `ledger_day`: lists and sums never read the runs themselves.
 */
import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { FlowDetail, FlowStatus } from '#contract/flow.ts'
import type { Lint } from '#flow/lint.ts'
import type { Around } from '#flow/lint-around.ts'
import { newId } from '#lib/id.ts'
import { currencyOf } from './account-currency.ts'
import { takeChannels } from './channel-start.ts'
import { findTargets, saveBindings, toBindings, type Binding, type Needs } from './binding.ts'
import { aroundFlow } from './flow-around.ts'
import { flowFields, toFlowSummary } from './flow-fields.ts'
import { searchTextOf } from './flow-search.ts'
import { emptyText, type DocumentFacts, type FlowDocument } from './flow-document.ts'
import { validationOf, withWords } from './flow-validation.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { flow, flowBinding, flowDocument } from '#server/store/tables/flow.ts'
import { run } from '#server/store/tables/run.ts'
import type { Scope } from './scope.ts'

const bindingsOfFlow = (scope: Scope): SQL<Binding[]> => {
  const list = sql`coalesce(json_agg(json_build_object('kind', ${flowBinding.kind}, 'key', ${flowBinding.key}, 'targetId', ${flowBinding.targetId}) order by ${flowBinding.kind}, ${flowBinding.key}), '[]')`
  return sql<Binding[]>`${scope.select(flowBinding, { list }, eq(flowBinding.flowId, flow.id))}`
}

/** A flow without what it holds, which is sent as it is stored: as text. */
export type FlowFacts = Omit<FlowDetail, keyof FlowDocument>

/** The text of a document, and what a look at it showed. */
export interface LookedAt {
  text: string
  lint: Lint
}

export interface StoredFlow {
  facts: FlowFacts
  /** JSON of the document (flow-document.ts). */
  text: string
  lint: Lint
  bindings: Binding[]
}

/**
 * Null where there is none in this account. `model` is what agents can ask here; `look` finds out what is wrong with a document in itself; where its text is
 * known already, it is given instead and not read again.
 */
export async function readFlow(
  scope: Scope,
  id: string,
  { now, model, look }: { now: Date; model: Around['model']; look: LookedAt | ((text: string) => Promise<Lint>) },
): Promise<StoredFlow | null> {
  const body = typeof look === 'function' ? sql<string | null>`${flowDocument.body}` : sql<null>`null`
  const fields = { ...flowFields(scope, now), body, bindings: bindingsOfFlow(scope), around: aroundFlow(scope) }
  const [row] = await scope
    .select(flow, fields, eq(flow.id, id))
    .leftJoin(flowDocument, scope.on(flowDocument, eq(flowDocument.flowId, flow.id)))
  if (!row) return null
  const { name, description, bindings } = row
  const summary = toFlowSummary(row, await currencyOf(scope))
  const text = typeof look === 'function' ? (row.body ?? emptyText()) : look.text
  const lint = withWords(typeof look === 'function' ? await look(text) : look.lint, { name, description })
  // What flows of the sample ask and wait for is made up for them (server/sample/outside.ts).
  const around = row.sample ? null : { ...row.around, model, isActive: row.status === 'active' }
  const validation = validationOf(lint, bindings, around)
  return { facts: { ...summary, validation, bindings: toBindings(bindings) }, text, lint, bindings }
}

export interface NewFlow {
  name: string
  description: string
  tags?: string[]
  /** JSON of the document. */
  text: string
  counts: DocumentFacts
  /** For `needs`, whatever of this account has the keys that the flow names. */
  uses: { bindings: readonly Binding[] } | { needs: Needs }
  createdBy: { id: string; name: string }
}

/** Writes a draft in one transaction and answers its id. */
export async function createFlow(scope: Scope, made: NewFlow): Promise<string> {
  const id = newId('flw')
  const { name, description, tags = [] } = made
  await scope.transaction(async (tx) => {
    const bindings = 'needs' in made.uses ? await findTargets(tx, made.uses.needs) : made.uses.bindings
    const toolKeys = bindings.flatMap(({ kind, key }) => (kind === 'tool' ? [key] : []))
    await tx.insert(flow, [
      {
        id,
        name,
        description,
        tags,
        searchText: searchTextOf({ name, description, tags, toolKeys }),
        ...made.counts,
        createdById: made.createdBy.id,
        createdByName: made.createdBy.name,
      },
    ])
    await tx.insert(flowDocument, [{ flowId: id, body: made.text }])
    await saveBindings(tx, id, bindings)
  })
  return id
}

interface FlowChange {
  name?: string | undefined
  description?: string | undefined
  tags?: string[]
  status?: FlowStatus
}

/** Changes a flow and counts its version up. `version` null = whatever it is. */
export async function changeFlow(
  scope: Scope,
  id: string,
  change: FlowChange,
  version: number | null,
): Promise<'changed' | 'missing' | 'conflict'> {
  const condition = version === null ? eq(flow.id, id) : sql`${flow.id} = ${id} and ${flow.version} = ${version}`
  const isRenamed = change.name !== undefined || change.description !== undefined || change.tags !== undefined
  const next = {
    ...change,
    ...(isRenamed ? { searchText: searchTextOf(change) } : {}),
    version: sql`${flow.version} + 1`,
    updatedAt: sql`now()`,
  }
  const rows = await scope.update(flow, next, condition).returning({ id: flow.id })
  if (rows.length > 0) return 'changed'
  return (await scope.count(flow, eq(flow.id, id))) > 0 ? 'conflict' : 'missing'
}

/**
 * Removes a flow for good and answers its name; null where there is none. Channels lose it; runs and conversations keep
 * its id and the name that it had last. `version` null = whatever it is; null as well where it has another one.
 */
export function removeFlow(scope: Scope, id: string, version: number | null, now: Date): Promise<string | null> {
  const condition = version === null ? eq(flow.id, id) : sql`${flow.id} = ${id} and ${flow.version} = ${version}`
  return scope.transaction(async (tx) => {
    const [gone] = await tx.remove(flow, condition).returning({ name: flow.name })
    if (!gone) return null
    await takeChannels(tx, id, now)
    const renamed = { flowName: gone.name }
    await tx.update(
      conversation,
      renamed,
      sql`${and(eq(conversation.flowId, id), ne(conversation.flowName, gone.name))}`,
    )
    await tx.update(run, renamed, sql`${and(eq(run.flowId, id), ne(run.flowName, gone.name))}`)
    return gone.name
  })
}
