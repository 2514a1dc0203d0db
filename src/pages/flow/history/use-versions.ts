/** The versions of a flow, newest first, and one of them as a side of a comparison. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import { infinite } from '#api/query/query.ts'
import { flowVersion, type FlowVersion } from '#contract/flows/flow-version.ts'
import { formatCount } from '#lib/count.ts'
import { useFlowVersion } from '#flow-data/read-flow-version.ts'
import type { FlowVersionHead } from '#flow-data/worker/open-flow-version.ts'
import type { ComparedSide } from '#parts/compare/compared-side.ts'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'

/** Versions per request: about three screens. */
const pageVersions = 50

export interface VersionList {
  /** Loaded versions, newest first. */
  versions: readonly FlowVersion[]
  /** Number of all versions of the flow. */
  total: number
  /** Number of the newest version. */
  newest: number
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  /** Why the list could not be refetched. */
  error: ApiError | null
  refetch: () => void
}

/** Null list until the first page is loaded. */
export function useVersions(id: string): { list: VersionList | null; error: ApiError | null; refetch: () => void } {
  const read = useInfiniteQuery(infinite(flowVersion.versions, { id, limit: pageVersions }))
  const { data, error } = read
  const refetch = () => void read.refetch()
  if (data === undefined) return { list: null, error, refetch }
  const versions = data.pages.flatMap(({ results }) => results)
  return {
    list: {
      versions,
      total: data.pages.at(-1)?.count ?? versions.length,
      newest: versions[0]?.number ?? 1,
      hasMore: read.hasNextPage,
      isLoadingMore: read.isFetchingNextPage,
      loadMore: () => void read.fetchNextPage(),
      error,
      refetch,
    },
    error,
    refetch,
  }
}

export interface VersionSide {
  /** Null while it is loading, if it could not be read, and without a number. */
  side: ComparedSide | null
  /** Its facts at the time when it was read; null for the displayed version of the flow, which is not read again. */
  head: FlowVersionHead | null
  error: Error | null
  retry: () => void
}

/** A version of the open flow as a side of a comparison; `number` null = none. */
export function useVersionSide({ flow, data }: OpenFlow, number: number | null): VersionSide {
  const isDisplayed = number === flow.live_version
  const { data: read, error, refetch } = useFlowVersion(flow.id, isDisplayed ? null : number)
  const retry = () => void refetch()
  if (number === null) return { side: null, head: null, error: null, retry }
  const { name, description } = flow
  const base = { is: 'flow', name, version: `version ${formatCount(number)}` } as const
  if (isDisplayed)
    return {
      side: { ...base, data, definitions: flow, hasPositions: flow.hasPositions },
      head: null,
      error: null,
      retry,
    }
  if (read === undefined) return { side: null, head: null, error, retry }
  const { head } = read
  const definitions = { ...head, name, description }
  return { side: { ...base, data: read.data, definitions, hasPositions: head.hasPositions }, head, error: null, retry }
}
