/**
 * Versions of a flow's definition: store, make live, list. The document of the live version is also in `flow_document`.
 * Every fifty-first version is stored as a whole, all others as differences from the one before (document-delta.ts): 1,000
 * versions that each change a few nodes take about as much space as some whole ones.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#contract/activity.ts'
import type { FlowStatus, ValidationSummary } from '#contract/flow.ts'
import type { VersionChanges, VersionSource } from '#contract/flows/flow-version.ts'
import { flow, flowDocument, flowVersion } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { saveVersionBindings, type RequiredKeys } from './binding.ts'
import type { DocumentFacts } from './flow-document.ts'
import { searchTextOf } from './flow-search.ts'

/**
 * Maximum number of differences between a version and the one that is stored as a whole: reading fifty of them takes a
 * fraction of the time for the whole, and one whole version in fifty costs 2%.
 */
const maxDeltas = 50
/** Differences that are larger than this share of the document are not worth it. */
const maxDeltaShare = 0.5

/** What the versions of a flow are at a moment. */
export interface VersionState {
  live: number
  draft: number | null
  newest: number
  status: FlowStatus
}

const versionRows = (scope: Scope): SQL<number | null> =>
  sql<
    number | null
  >`${scope.select(flowVersion, { newest: sql`max(${flowVersion.number})` }, eq(flowVersion.flowId, flow.id))}`

const stateFields = (scope: Scope) => ({
  live: flow.liveVersion,
  draft: flow.draftVersion,
  newest: sql<number>`coalesce((${versionRows(scope)}), 1)`,
  status: sql<FlowStatus>`${flow.status}`,
})

/** Null if the flow does not exist in this account. */
export async function readVersionState(scope: Scope, flowId: string): Promise<VersionState | null> {
  const [row] = await scope.select(flow, stateFields(scope), eq(flow.id, flowId))
  return row ?? null
}

/** Like `readVersionState`, with a row lock until the end of the transaction. */
export async function lockVersionState(tx: Scope, flowId: string): Promise<VersionState | null> {
  const [row] = await tx.select(flow, { id: flow.id }, eq(flow.id, flowId)).for('no key update')
  return row ? readVersionState(tx, flowId) : null
}

/** The content of a version, with what is derived from it. */
export interface VersionContent {
  /** The document as JSON in UTF-8. */
  bytes: Uint8Array
  counts: DocumentFacts
  needs: RequiredKeys
  validationSummary: ValidationSummary
}

export interface NewVersion extends VersionContent {
  /** Difference from the newest version. */
  delta: string
  changes: VersionChanges
  summary: string
  source: VersionSource
  note: string
  by: Actor | null
  at: Date
}

/** Who created a flow, and with it version 1; null = the service itself. */
export const flowCreator: SQL<Actor | null> = sql`case when ${flow.createdById} is null then null else jsonb_build_object(
  'kind', case when ${flow.createdById} like 'key\\_%' then 'key' else 'person' end,
  'id', ${flow.createdById}, 'name', coalesce(${flow.createdByName}, '')) end`

/** Stores version 1 of a flow whose definition changes for the first time. */
async function keepFirst(tx: Scope, flowId: string): Promise<void> {
  await tx.withAccount((db, account) =>
    db.execute(sql`
      insert into flow_version (account_id, flow_id, number, at, by, source, node_count, edge_count, live_since, whole_number, body)
      select ${flow.accountId}, ${flow.id}, 1, ${flow.createdAt}, ${flowCreator},
        '{"kind": "created", "name": null, "version": null}'::jsonb, ${flow.nodeCount}, ${flow.edgeCount}, ${flow.createdAt}, 1, d.body
      from ${flow} join flow_document d on d.account_id = ${flow.accountId} and d.flow_id = ${flow.id}
      where ${flow.accountId} = ${account} and ${flow.id} = ${flowId}
      on conflict do nothing`),
  )
}

/** Stores a version after the newest one, in a transaction that holds the lock of its state. Returns its number. */
export async function addVersion(tx: Scope, flowId: string, state: VersionState, made: NewVersion): Promise<number> {
  const ofFlow = eq(flowVersion.flowId, flowId)
  if (state.newest === 1) await keepFirst(tx, flowId)
  const [newest] = await tx.select(
    flowVersion,
    { whole: flowVersion.wholeNumber },
    and(ofFlow, eq(flowVersion.number, state.newest)),
  )
  const number = state.newest + 1
  const isWhole =
    newest === undefined || number - newest.whole > maxDeltas || made.delta.length > made.bytes.length * maxDeltaShare
  await tx.insert(flowVersion, [
    {
      flowId,
      number,
      at: made.at,
      by: made.by,
      source: made.source,
      note: made.note,
      nodeCount: made.counts.nodeCount,
      edgeCount: made.counts.edgeCount,
      changes: made.changes,
      summary: made.summary,
      wholeNumber: isWhole ? number : newest.whole,
      // Bytes avoid a conversion to text and back.
      body: isWhole ? sql<string>`${made.bytes}` : made.delta,
    },
  ])
  return number
}

/** Makes a stored version live. `draft`: the draft beside it afterwards. */
export async function setLive(
  tx: Scope,
  flowId: string,
  { number, draft, content, at }: { number: number; draft: number | null; content: VersionContent; at: Date },
): Promise<void> {
  const { bytes, counts, needs, validationSummary } = content
  const ofVersion = and(eq(flowVersion.flowId, flowId), eq(flowVersion.number, number))
  await tx.update(flowVersion, { liveSince: sql`coalesce(${flowVersion.liveSince}, ${at})` }, sql`${ofVersion}`)
  await tx.update(flowDocument, { body: sql<string>`${bytes}` }, eq(flowDocument.flowId, flowId))
  await saveVersionBindings(tx, flowId, { needs, isLive: true })
  await tx.update(
    flow,
    {
      ...counts,
      validationSummary,
      searchText: searchTextOf({}),
      liveVersion: number,
      draftVersion: draft,
      version: sql`${flow.version} + 1`,
      updatedAt: sql`now()`,
    },
    eq(flow.id, flowId),
  )
}

/** Makes a stored version the draft; null = the flow has none. */
export async function setDraft(
  tx: Scope,
  flowId: string,
  draft: { number: number; needs: RequiredKeys } | null,
): Promise<void> {
  if (draft) await saveVersionBindings(tx, flowId, { needs: draft.needs, isLive: false })
  const change = { draftVersion: draft?.number ?? null, version: sql`${flow.version} + 1`, updatedAt: sql`now()` }
  await tx.update(flow, change, eq(flow.id, flowId))
}
