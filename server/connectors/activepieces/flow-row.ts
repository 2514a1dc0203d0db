/** One flow of Activepieces as the row of a flow, with what other lists need of it. Pure. */
import type { Channel } from '#contract/channel.ts'
import type { FlowStatus, FlowSummary } from '#contract/flow.ts'
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { factsOf } from '#server/connectors/flow-file.ts'
import type { Flow, FlowDocument } from './activepieces-schemas.ts'

export interface FlowTrigger {
  name: string
  /** Piece without its package, "google-sheets"; '' for the trigger of an empty flow. */
  piece: string
  type: Channel['type']
  /** What starts a run, if the contract has a word for it. */
  starts: 'webhook' | 'schedule' | undefined
}

export interface FlowRow {
  flow: Known<FlowSummary> & { id: string; name: string; status: FlowStatus; updated_at: string }
  /** Version of `trigger`: the latest, which may not be published yet. */
  versionId: string
  isPublished: boolean
  trigger: FlowTrigger
  /** External ids of the connections that it uses. */
  connections: readonly string[]
}

export interface StepFacts {
  name: string
  /** Type with its piece: "PIECE @activepieces/piece-http". */
  type: string
}

/** All steps of a version by their name, which is the id of their node. Not recursive. */
export function stepsIn(version: JsonRecord): Map<string, StepFacts> {
  const steps = new Map<string, StepFacts>()
  const open: Json[] = [version['trigger'] ?? null]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isRecord(next) && typeof next['name'] === 'string' && typeof next['type'] === 'string' && 'settings' in next) {
      const piece = textOf(recordOf(next['settings'])['pieceName'])
      const type = piece === '' ? next['type'] : `${next['type']} ${piece}`
      steps.set(next['name'], { name: textOf(next['displayName']) || next['name'], type })
    }
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next))
  }
  return steps
}

/** Types of channels by their piece; all others are "custom". */
const typeByPiece: Readonly<Record<string, Channel['type']>> = {
  webhook: 'webhook',
  forms: 'webhook',
  gmail: 'email',
  imap: 'email',
  'microsoft-outlook': 'email',
  slack: 'slack',
  'telegram-bot': 'telegram',
  'whatsapp-business': 'whatsapp',
}

function triggerOf(trigger: JsonRecord): FlowTrigger {
  const piece = textOf(recordOf(trigger['settings'])['pieceName']).replace(/^(?:@[^/]*\/)?(?:piece-)?/, '')
  const type = Object.hasOwn(typeByPiece, piece) ? typeByPiece[piece] : undefined
  return {
    name: textOf(trigger['displayName']) || textOf(trigger['name']),
    piece: trigger['type'] === 'EMPTY' ? '' : piece,
    type: type ?? 'custom',
    starts: type === 'webhook' ? 'webhook' : piece === 'schedule' ? 'schedule' : undefined,
  }
}

function statusOf({ status, publishedVersionId }: Flow): FlowStatus {
  if (status === 'ENABLED') return 'active'
  return publishedVersionId == null ? 'draft' : 'paused'
}

/** The row of a flow. `folders`: names by id, which become the tag of a flow. */
export function flowRowOf({ flow, version }: FlowDocument, folders: ReadonlyMap<string, string>): FlowRow {
  const { id, created, updated, folderId, publishedVersionId } = flow
  const folder = folders.get(folderId ?? '')
  const facts = factsOf('Activepieces', version, flow.version.displayName)
  return {
    flow: {
      ...facts,
      id,
      name: flow.version.displayName,
      status: statusOf(flow),
      tags: folder === undefined ? [] : [folder],
      created_at: created,
      // A change of the steps and one of the status are recorded apart.
      updated_at: updated > flow.version.updated ? updated : flow.version.updated,
      sample: false,
    },
    versionId: flow.version.id,
    isPublished: publishedVersionId != null,
    trigger: triggerOf(flow.version.trigger),
    connections: flow.version.connectionIds ?? [],
  }
}
