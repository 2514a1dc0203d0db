/** What the account has, as far as a flow may name it: tools, secrets, channels, and the names of its flows. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/request/client.ts'
import { q } from '#api/query/query.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { normalName } from '#lib/text/text.ts'
import { readPages } from '#parts/lists/read-pages.ts'
import type { AccountKeys } from './review/missing-needs.ts'

/** Pages of a list that are read ahead: of what is beyond them nothing is claimed, and single names are asked for. */
const maxPages = 10
/** What an account has changes seldom while files are looked at. */
const freshMs = 60_000

/** Ids, and the names that stand for one channel alone. */
function channelKeys(channels: readonly { id: string; name: string }[]): Set<string> {
  const once = new Set<string>()
  const twice = new Set<string>()
  for (const { name } of channels) {
    if (once.has(name)) twice.add(name)
    once.add(name)
  }
  return new Set([...channels.map(({ id }) => id), ...[...once].filter((name) => !twice.has(name))])
}

const keysQuery = queryOptions<AccountKeys>({
  queryKey: ['import', 'keys that flows name'],
  queryFn: async ({ signal }) => {
    const [tools, channels] = await Promise.all([
      readPages(maxPages, (place) => call(toolApi.list, { limit: maxLimit, ...place }, { signal })),
      readPages(maxPages, (place) => call(channelApi.list, { limit: maxLimit, ...place }, { signal })),
    ])
    const secrets = tools.all.filter(({ category, config }) => category === 'global' && config['secret'] === true)
    return {
      tools: new Set(tools.all.map(({ key }) => key)),
      secrets: new Set(secrets.map(({ key }) => key)),
      channels: channelKeys(channels.all),
      unread: new Set([
        ...(tools.isWhole ? [] : (['tools', 'secrets'] as const)),
        ...(channels.isWhole ? [] : (['channels'] as const)),
      ]),
    }
  },
  staleTime: freshMs,
})

/** Null while it is not known. */
export function useAccountKeys(): { keys: AccountKeys | null; failed: boolean } {
  const { data, isError } = useQuery(keysQuery)
  return { keys: data ?? null, failed: isError && data === undefined }
}

/** Names of flows, each with the id of one that has it. */
export interface FlowNames {
  names: ReadonlyMap<string, string>
  isWhole: boolean
}

const namesQuery = queryOptions<FlowNames>({
  queryKey: ['import', 'names of flows'],
  queryFn: async ({ signal }) => {
    const { all, isWhole } = await readPages(maxPages, (place) =>
      call(flowApi.list, { limit: maxLimit, ordering: '-updated_at', ...place }, { signal }),
    )
    // Of several with one name the one that was changed last is compared with.
    return { names: new Map(all.toReversed().map(({ id, name }) => [normalName(name), id])), isWhole }
  },
  staleTime: freshMs,
})

const none: FlowNames = { names: new Map(), isWhole: false }

/** Flows whose names hold this one. */
const namedLike = (name: string) => q(flowApi.list, { search: name, limit: maxLimit })

/** Names that are asked for one by one while files are looked at; those beyond are asked for when they are sent. */
const maxAsked = 200
/** A browser opens six connections to a host at once: what is looked at still finds one. */
const lanes = 3

/** Flows that have one of these names, or hold it in theirs. What cannot be looked up counts as free. */
async function flowsNamed(client: QueryClient, names: readonly string[]) {
  const left = [...names]
  const found: { id: string; name: string }[] = []
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const page = await client.fetchQuery({ ...namedLike(name), staleTime: freshMs }).catch(() => null)
      found.push(...(page?.results ?? []))
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, left.length) }, lane))
  return found
}

/** Names of flows of the account; where there are too many to read them all, the service is asked for those at hand. */
export function useFlowNames(atHand: readonly string[]): FlowNames {
  const client = useQueryClient()
  const first = useQuery(namesQuery).data ?? none
  const unknown = [...new Set(atHand.map(normalName))].filter((name) => !first.names.has(name))
  const asked = first.isWhole || first === none ? [] : unknown.slice(0, maxAsked)
  const { data: found } = useQuery({
    queryKey: ['import', 'names at hand', asked],
    queryFn: () => flowsNamed(client, asked),
    enabled: asked.length > 0,
    // While more files are read, those before keep what was found.
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })
  return useMemo(
    () => (found === undefined || first.isWhole ? first : { ...first, names: withFound(first.names, found) }),
    [first, found],
  )
}

const withFound = (names: FlowNames['names'], found: readonly { id: string; name: string }[]) =>
  new Map([...names, ...found.map(({ id, name }) => [normalName(name), id] as const)])

/** The names that matter where a flow of this name is sent; what cannot be looked up counts as free. */
export async function lookUpNames(client: QueryClient, name: string): Promise<ReadonlySet<string>> {
  const first = await client.fetchQuery(namesQuery).catch(() => none)
  if (first.isWhole) return new Set(first.names.keys())
  const found = await client.fetchQuery(namedLike(name)).catch(() => null)
  return new Set(withFound(first.names, found?.results ?? []).keys())
}

/** After flows or tools have arrived there are more names and keys. */
export const refreshAccount = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['import'] })
