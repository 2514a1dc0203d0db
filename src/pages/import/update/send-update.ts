/** Sends an update of a flow as bytes, so that the page neither parses nor serializes a large file. */
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/errors.ts'
import { call } from '#api/request/client.ts'
import { meQuery } from '#api/query/me.ts'
import { flow as flowApi, type Bindings } from '#contract/flow.ts'
import { flowVersion } from '#contract/flows/flow-version.ts'
import { maxName } from '#contract/kernel/limits.ts'
import { readFlowData } from '#flow-data/read-flow.ts'
import { cutText } from '#lib/text/text.ts'
import { putTemplate } from '#parts/flows/put-template.ts'

export interface Update {
  /** Id of the flow. */
  id: string
  /** Its version (counter of changes) when it was compared. */
  version: number
  /** Numbers of its live version and its draft then. */
  live: number
  draft: number | null
  /** JSON of the flow template. */
  template: Blob
  source: UpdateSource
  note: string
  as: 'live' | 'draft'
  /** Chosen objects of the account; null = none. */
  bindings: Bindings | null
  /** Whether an attempt was sent whose response was lost. */
  isRepeated: boolean
}

/** Where the template comes from: the name of the file, or of the service. */
export interface UpdateSource {
  kind: 'file' | 'service'
  name: string
}

export interface Updated {
  as: 'live' | 'draft'
  /** Number of the new version; null if the flow had this definition already. */
  number: number | null
}

/** Time for a read after a lost response, in ms. */
const readTimeoutMs = 30_000

const matching = (version: number) => ({ ifMatch: `"${version}"` })

function sourceOf({ source: { kind, name: given } }: Update): { kind: UpdateSource['kind']; name?: string } {
  const name = cutText(given.trim(), maxName)
  return { kind, ...(name === '' ? {} : { name }) }
}

const isConflict = (problem: unknown): boolean =>
  problem instanceof ApiError && (problem.status === 409 || problem.status === 412) && problem.code !== 'not_ready'

/** After a lost response: the version that the first attempt has made; null if it made none. */
async function madeBefore(client: QueryClient, update: Update): Promise<number | null> {
  const { id, live, draft, note, as } = update
  const { kind, name = null } = sourceOf(update)
  const me = client.getQueryData(meQuery.queryKey)
  const { results } = await call(flowVersion.versions, { id, limit: 1 })
  const [newest] = results
  if (newest === undefined || newest.number <= Math.max(live, draft ?? 0)) return null
  const isOurs =
    newest.by?.id === me?.person?.id &&
    newest.source.kind === kind &&
    newest.source.name === name &&
    newest.note === note &&
    newest.state === as
  return isOurs ? newest.number : null
}

async function putOnce(client: QueryClient, update: Update, as: Update['as']): Promise<Updated & { version: number }> {
  try {
    const { template, note } = update
    const head = await putTemplate(update, { template, as, note, source: sourceOf(update) })
    const made = as === 'live' ? head.live_version : head.draft_version
    const before = as === 'live' ? update.live : update.draft
    return { as, number: made == null || made === before ? null : made, version: head.version }
  } catch (problem) {
    if (!update.isRepeated || !isConflict(problem)) throw problem
    const number = await madeBefore(client, { ...update, as })
    if (number === null) throw problem
    const { version } = await readFlowData(update.id, undefined, AbortSignal.timeout(readTimeoutMs))
    return { as, number, version }
  }
}

/**
 * Updates the flow. Chosen tools, channels and secrets need a stored version: with them, a live update is stored as a
 * draft first. Rejects with ApiError.
 */
export async function sendUpdate(client: QueryClient, update: Update): Promise<Updated> {
  const { id, as, bindings, note } = update
  const first = await putOnce(client, update, bindings === null ? as : 'draft')
  if (bindings === null) return first
  const bound = await call(flowApi.bind, { id, body: bindings }, matching(first.version))
  const draft = first.number ?? bound.draft_version ?? null
  if (as === 'draft' || draft === null) return first
  const path = { id, number: String(draft), body: { note } }
  const live = await call(flowVersion.makeLive, path, matching(bound.version))
  return { as: 'live', number: live.live_version ?? draft }
}
