/** Flows whose findings are not counted: those that a version without the column stored, or a backup of it contained. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ValidationSummary } from '#contract/flow.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { flow, flowDocument } from '#server/store/tables/flow.ts'
import { documentColumns, documentOfColumns, type DocumentVersion, type StoredDocument } from './flow-document.ts'
import { isVersionLive } from './version-bytes.ts'

export interface FlowKey {
  account: string
  id: string
}

/** The next flows without counts, of all accounts, in the order of their keys. An index has exactly these flows. */
export const uncheckedFlows = (db: Executor, after: FlowKey, limit: number): Promise<FlowKey[]> =>
  db
    .select({ account: flow.accountId, id: flow.id })
    .from(flow)
    .where(and(isNull(flow.validationSummary), sql`(${flow.accountId}, ${flow.id}) > (${after.account}, ${after.id})`))
    .orderBy(asc(flow.accountId), asc(flow.id))
    .limit(limit)

/** The document of a flow; an empty one if it has none. */
export async function findFlowDocument(scope: Scope, id: string): Promise<StoredDocument> {
  const [row] = await scope
    .select(flow, documentColumns, eq(flow.id, id))
    .leftJoin(flowDocument, scope.on(flowDocument, eq(flowDocument.flowId, flow.id)))
  return documentOfColumns(id, row ?? { number: 1, size: null, body: null })
}

/**
 * Stores the counts, unless another version has become live. They are no change of the flow: its version and time of
 * change stay.
 */
export async function saveValidationSummary(
  scope: Scope,
  version: DocumentVersion,
  summary: ValidationSummary,
): Promise<void> {
  await scope.update(flow, { validationSummary: summary }, sql`${isVersionLive(version)}`)
}
