/**
 * One flow: read, create, change, remove. The summary is in `flow`, the document in `flow_document`, the bindings in
 * `flow_binding`. `run_count`, `last_run_at` and `last_run_status` are updated, like `run_day`, when ended runs are
 * counted (engine-tally.ts): lists never read the runs themselves.
 */
import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { FlowDetail, FlowStatus, ValidationSummary } from '#contract/flow.ts'
import type { Lint } from '#flow/health/lint.ts'
import type { AccountState } from '#flow/health/lint-account.ts'
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import { newId } from '#lib/id.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { unassignChannels } from '#server/store/channels/channel-start.ts'
import { findTargets, saveBindings, toBindings, type Binding, type RequiredKeys } from './binding.ts'
import { lintContextOfFlow } from './flow-lint-context.ts'
import { flowFields, toFlowSummary } from './flow-fields.ts'
import { searchTextOf } from './flow-search.ts'
import {
  documentColumns,
  documentOfColumns,
  type DocumentFacts,
  type FlowDocument,
  type StoredDocument,
} from './flow-document.ts'
import { validationOf, withTextFindings } from './flow-validation.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { flow, flowBinding, flowDocument, flowVersion, runVersion } from '#server/store/tables/flow.ts'
import { run } from '#server/store/tables/run.ts'
import type { Scope } from '#server/store/db/scope.ts'

const bindingsOfFlow = (scope: Scope): SQL<StoredBinding[]> => {
  const list = sql`coalesce(json_agg(json_build_object('kind', ${flowBinding.kind}, 'key', ${flowBinding.key}, 'targetId', ${flowBinding.targetId}, 'isLive', ${flowBinding.isLive}) order by ${flowBinding.kind}, ${flowBinding.key}), '[]')`
  return sql<StoredBinding[]>`${scope.select(flowBinding, { list }, eq(flowBinding.flowId, flow.id))}`
}

type StoredBinding = Binding & { isLive: boolean }

/** Bindings of the keys, or of those that the live version uses. */
function usedBindings(all: readonly StoredBinding[], needs: RequiredKeys | undefined): Binding[] {
  const used = needs && { tool: new Set(needs.tools), channel: new Set(needs.channels), secret: new Set(needs.secrets) }
  return all.filter(({ kind, key, isLive }) => (used ? used[kind].has(key) : isLive))
}

/** A flow without its document, which is sent as stored text. */
export type FlowFacts = Omit<FlowDetail, keyof FlowDocument>

/** A document with its findings. */
export interface LintedDocument {
  document: StoredDocument
  lint: Lint
}

export interface StoredFlow {
  facts: FlowFacts
  document: StoredDocument
  lint: Lint
  bindings: Binding[]
}

/**
 * Reads a flow; null if there is none in this account. `model`: available model; `lintDocument`: checks the live
 * document, or a known document with its findings, which is then not read again.
 */
export async function readFlow(
  scope: Scope,
  id: string,
  {
    now,
    model,
    lintDocument,
    needs,
  }: {
    now: Date
    model: AccountState['model']
    lintDocument: LintedDocument | ((document: StoredDocument) => Promise<Lint>)
    /** Keys that the document uses, if it is not that of the live version. */
    needs?: RequiredKeys | undefined
  },
): Promise<StoredFlow | null> {
  const none = { number: flow.liveVersion, size: sql<null>`null`, body: sql<null>`null` }
  const columns = typeof lintDocument === 'function' ? documentColumns : none
  const fields = {
    ...flowFields(scope, now),
    ...columns,
    bindings: bindingsOfFlow(scope),
    around: lintContextOfFlow(scope),
  }
  const [row] = await scope
    .select(flow, fields, eq(flow.id, id))
    .leftJoin(flowDocument, scope.on(flowDocument, eq(flowDocument.flowId, flow.id)))
  if (!row) return null
  const { name, description } = row
  const bindings = usedBindings(row.bindings, needs)
  const summary = toFlowSummary(row, await accountCurrency(scope))
  const document = typeof lintDocument === 'function' ? documentOfColumns(id, row) : lintDocument.document
  const lint = withTextFindings(typeof lintDocument === 'function' ? await lintDocument(document) : lintDocument.lint, {
    name,
    description,
  })
  // Sample flows use simulated services (server/sample/simulated-services.ts).
  const around = row.sample ? null : { ...row.around, model, isActive: row.status === 'active' }
  const validation = validationOf(lint, bindings, around)
  const facts = {
    ...summary,
    validation_summary: validationSummaryOf(lint),
    validation,
    bindings: toBindings(bindings),
  }
  return { facts, document, lint, bindings }
}

export interface NewFlow {
  name: string
  description: string
  tags?: string[]
  /** The document as UTF-8 JSON, or the flow to copy it from. */
  content: { bytes: Uint8Array } | { copyOf: string }
  counts: DocumentFacts
  validationSummary: ValidationSummary
  /** For `needs`, bindings are found by matching keys in this account. */
  uses: { bindings: readonly Binding[] } | { needs: RequiredKeys }
  createdBy: { id: string; name: string }
}

/** Creates a draft in one transaction and returns its id. */
export async function createFlow(scope: Scope, newFlow: NewFlow): Promise<string> {
  const id = newId('flw')
  const { name, description, tags = [] } = newFlow
  await scope.transaction(async (tx) => {
    const bindings = 'needs' in newFlow.uses ? await findTargets(tx, newFlow.uses.needs) : newFlow.uses.bindings
    const toolKeys = bindings.flatMap(({ kind, key }) => (kind === 'tool' ? [key] : []))
    await tx.insert(flow, [
      {
        id,
        name,
        description,
        tags,
        searchText: searchTextOf({ name, description, tags, toolKeys }),
        ...newFlow.counts,
        validationSummary: newFlow.validationSummary,
        createdById: newFlow.createdBy.id,
        createdByName: newFlow.createdBy.name,
      },
    ])
    // Bytes avoid a conversion to text and back.
    const { content } = newFlow
    const body =
      'bytes' in content
        ? sql<string>`${content.bytes}`
        : sql<string>`${tx.select(flowDocument, { body: flowDocument.body }, eq(flowDocument.flowId, content.copyOf))}`
    await tx.insert(flowDocument, [{ flowId: id, body }])
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

/** Changes a flow, if it exists, and increments its version. */
export async function changeFlow(scope: Scope, id: string, change: FlowChange): Promise<void> {
  const isRenamed = change.name !== undefined || change.description !== undefined || change.tags !== undefined
  const next = {
    ...change,
    // A status that a person chose is not undone by a budget.
    ...(change.status === undefined ? {} : { pausedBy: null }),
    ...(isRenamed ? { searchText: searchTextOf(change) } : {}),
    version: sql`${flow.version} + 1`,
    updatedAt: sql`now()`,
  }
  await scope.update(flow, next, eq(flow.id, id))
}

/**
 * Deletes a flow and returns its name; null if it does not exist. Its channels stay without a flow; runs and
 * conversations keep its id and last name.
 */
export function removeFlow(scope: Scope, id: string, now: Date): Promise<string | null> {
  return scope.transaction(async (tx) => {
    const [gone] = await tx.remove(flow, eq(flow.id, id)).returning({ name: flow.name })
    if (!gone) return null
    await unassignChannels(tx, id, now)
    for (const table of [flowVersion, runVersion]) await tx.remove(table, eq(table.flowId, id))
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
