/** What changed in a flow since it was last looked at in this browser. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { baseUrl } from '#api/connection.ts'
import { q } from '#api/query.ts'
import { me } from '#contract/account.ts'
import type { FlowDetail } from '#contract/flow.ts'
import type { AskHistory } from './ask-history.ts'
import type { Difference, SeenVersion } from './history-messages.ts'
import { maxSeenNodes } from './seen-limits.ts'

export interface FlowChanges {
  /** What differs; null where nothing does, or nothing is known. */
  difference: Difference | null
  /** How many of it nobody has looked at. */
  fresh: number
  /** The version that was looked at before this one; null at the first visit. */
  seen: SeenVersion | null
  /** Why nothing can be said. */
  unknown: 'refused' | 'too large' | null
}

/** Said once for a version; a moment after the page, for which everything else is more urgent. */
const afterMs = 400

/** Whoever asks comes a moment after the page, and so does its code. */
const askHistory: AskHistory = async (...asked) => (await import('./ask-history.ts')).askHistory(...asked)

const keyOf = ({ id, version }: FlowDetail) => ['flow changes', id, version]

/** Whose look it was: what one person saw another has not seen. */
async function ownKey(client: QueryClient, flow: string): Promise<string> {
  const [base, who] = await Promise.all([
    baseUrl().catch(() => ''),
    client.ensureQueryData(q(me.read, {})).catch(() => null),
  ])
  return JSON.stringify([new URL(base, location.href).href, who?.account.id ?? '', who?.person?.id ?? '', flow])
}

const nothing: FlowChanges = { difference: null, fresh: 0, seen: null, unknown: null }

async function changesOf(client: QueryClient, { id, version, nodes, edges }: FlowDetail): Promise<FlowChanges> {
  if (nodes.length > maxSeenNodes) return { ...nothing, unknown: 'too large' }
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const key = await ownKey(client, id)
  const { seen, refused } = await askHistory(key, { kind: 'look' })
  if (refused) return { ...nothing, unknown: 'refused' }
  if (seen?.version === version) return { ...nothing, seen }
  const { difference } =
    seen === null ? { difference: null } : await askHistory(key, { kind: 'compare', flow: { nodes, edges } })
  const fresh = difference?.lines.length ?? 0
  // Where there is nothing to look at, it was looked at.
  if (fresh === 0) await askHistory(key, { kind: 'keep', version, flow: { nodes, edges } })
  return { difference: fresh === 0 ? null : difference, fresh, seen, unknown: null }
}

/** Null while it is not known. */
export function useFlowChanges(flow: FlowDetail): FlowChanges | null {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keyOf(flow),
    queryFn: () => changesOf(client, flow),
    staleTime: Infinity,
    // What was found stays true without the service.
    networkMode: 'always',
  })
  return data ?? null
}

/** Says that the changes were looked at: the next visit begins from this version. */
export function useSeeChanges(flow: FlowDetail): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const known = client.getQueryData<FlowChanges>(keyOf(flow))
    if (known === undefined || known.fresh === 0) return
    client.setQueryData<FlowChanges>(keyOf(flow), { ...known, fresh: 0 })
    const { id, version, nodes, edges } = flow
    void ownKey(client, id).then((key) => askHistory(key, { kind: 'keep', version, flow: { nodes, edges } }))
  }, [client, flow])
}

const none: ReadonlySet<string> = new Set()

/** Ids of the nodes that were added, changed or moved since the flow was last looked at here. */
export function useChangedSinceLastVisit(flow: FlowDetail): ReadonlySet<string> {
  const difference = useFlowChanges(flow)?.difference ?? null
  return useMemo(() => {
    if (difference === null) return none
    const { added, changed, moved } = difference.diff.nodes
    const indexes = [...added, ...[...changed, ...moved].map(({ after }) => after)]
    return new Set(indexes.flatMap((index) => flow.nodes[index]?.id ?? []))
  }, [difference, flow])
}
