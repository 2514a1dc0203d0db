/** Keys of the account's tools, secrets and channels, and the names of its flows. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/request/client.ts'
import { useProduct } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { hostOf } from '#flow/choices/step-choices.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import { normalName } from '#lib/text/text.ts'
import { readPages } from '#parts/lists/read-pages.ts'
import type { AccountKeys, AccountTool } from './review/missing-needs.ts'

/** Maximum pages of a list that are read; further flows are looked up by name, further keys are unknown. */
const maxPages = 10
/** Time in ms until the account is read again. */
const freshMs = 60_000

/** Keys by which a flow may refer to channels: ids, and unique names. */
function channelKeys(channels: readonly { id: string; name: string }[]): Set<string> {
  const singleNames = new Set<string>()
  const duplicateNames = new Set<string>()
  for (const { name } of channels) {
    if (singleNames.has(name)) duplicateNames.add(name)
    singleNames.add(name)
  }
  return new Set([...channels.map(({ id }) => id), ...[...singleNames].filter((name) => !duplicateNames.has(name))])
}

const accountToolOf = ({ key, name, category, config, input_schema: schema }: Tool): AccountTool => ({
  key,
  name,
  category,
  model: textOf(config['model']),
  host: hostOf(textOf(config['url'])),
  inputs: Object.keys(recordOf(schema?.['properties'])),
})

const keysQuery = queryOptions<AccountKeys>({
  queryKey: ['import', 'keys that flows name'],
  queryFn: async ({ signal }) => {
    const [tools, channels] = await Promise.all([
      readPages(maxPages, (place) => call(toolApi.list, { limit: maxLimit, ...place }, { signal })),
      readPages(maxPages, (place) => call(channelApi.list, { limit: maxLimit, ...place }, { signal })),
    ])
    const busy = channels.all.filter(({ flow }) => (flow ?? null) !== null)
    const secrets = tools.all.filter(({ category, config }) => category === 'global' && config['secret'] === true)
    return {
      tools: new Set(tools.all.map(({ key }) => key)),
      secrets: new Set(secrets.map(({ key }) => key)),
      channels: channelKeys(channels.all),
      busyChannels: channelKeys(busy),
      toolList: tools.all.map(accountToolOf),
      incompleteLists: new Set([
        ...(tools.isComplete ? [] : (['tools', 'secrets'] as const)),
        ...(channels.isComplete ? [] : (['channels'] as const)),
      ]),
    }
  },
  staleTime: freshMs,
})

/** Keys of the account; null while they are unknown. */
export function useAccountKeys(): { keys: AccountKeys | null; failed: boolean } {
  // A product keeps its tools, channels and secrets to itself.
  const enabled = useProduct() === null
  const { data, isError } = useQuery({ ...keysQuery, enabled })
  return { keys: data ?? null, failed: isError && data === undefined }
}

/** Names of flows, each with the id of one flow. */
export interface FlowNames {
  names: ReadonlyMap<string, string>
  /** The flows that were read, with their numbers of nodes. */
  sizes: readonly FlowSize[]
  isComplete: boolean
}

export interface FlowSize {
  id: string
  name: string
  nodes: number
}

export const flowNamesQuery = queryOptions<FlowNames>({
  queryKey: ['import', 'names of flows'],
  queryFn: async ({ signal }) => {
    const { all, isComplete } = await readPages(maxPages, (place) =>
      call(flowApi.list, { limit: maxLimit, ordering: '-updated_at', ...place }, { signal }),
    )
    // Of several flows with the same name, the last changed one is used.
    const sizes = all.map(({ id, name, node_count: nodes }) => ({ id, name, nodes }))
    return { names: new Map(all.toReversed().map(({ id, name }) => [normalName(name), id])), sizes, isComplete }
  },
  staleTime: freshMs,
})

const noFlowNames: FlowNames = { names: new Map(), sizes: [], isComplete: false }

/** Query for flows whose names contain a name. */
const flowsByNameQuery = (name: string) => q(flowApi.list, { search: name, limit: maxLimit })

/** Maximum names that are looked up during the review; others are looked up when they are sent. */
const maxLookups = 200
/** Maximum concurrent requests: over HTTP/1.1, a browser opens six connections to a host; the review needs some. */
const concurrency = 3

/** Flows found by one of the names, also by a part of theirs. A name that cannot be looked up counts as free. */
async function flowsNamed(client: QueryClient, names: readonly string[]) {
  const remaining = [...names]
  const foundFlows: { id: string; name: string }[] = []
  const worker = async () => {
    for (let name = remaining.shift(); name !== undefined; name = remaining.shift()) {
      const page = await client.fetchQuery({ ...flowsByNameQuery(name), staleTime: freshMs }).catch(() => null)
      foundFlows.push(...(page?.results ?? []))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, remaining.length) }, worker))
  return foundFlows
}

/** Names of the account's flows; if there are too many to read, only the needed names are looked up. */
export function useFlowNames(neededNames: readonly string[]): FlowNames {
  const client = useQueryClient()
  const first = useQuery(flowNamesQuery).data ?? noFlowNames
  const unknown = [...new Set(neededNames.map(normalName))].filter((name) => !first.names.has(name))
  const lookupNames = first.isComplete || first === noFlowNames ? [] : unknown.slice(0, maxLookups)
  const { data: foundFlows } = useQuery({
    queryKey: ['import', 'names at hand', lookupNames],
    queryFn: () => flowsNamed(client, lookupNames),
    enabled: lookupNames.length > 0,
    // Earlier results stay while more files are read.
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })
  return useMemo(
    () =>
      foundFlows === undefined || first.isComplete
        ? first
        : { ...first, names: withFoundFlows(first.names, foundFlows) },
    [first, foundFlows],
  )
}

const withFoundFlows = (names: FlowNames['names'], foundFlows: readonly { id: string; name: string }[]) =>
  new Map([...names, ...foundFlows.map(({ id, name }) => [normalName(name), id] as const)])

/** The names that may clash with a flow of this name; if the lookup fails, the name counts as free. */
export async function lookUpNames(client: QueryClient, name: string): Promise<ReadonlySet<string>> {
  const first = await client.fetchQuery(flowNamesQuery).catch(() => noFlowNames)
  if (first.isComplete) return new Set(first.names.keys())
  const foundFlows = await client.fetchQuery(flowsByNameQuery(name)).catch(() => null)
  return new Set(withFoundFlows(first.names, foundFlows?.results ?? []).keys())
}

/** Refetches keys and names, after flows or tools were added. */
export const refreshAccount = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['import'] })
