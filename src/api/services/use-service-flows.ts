import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Connection } from '#api/connection/connection.ts'
import { ApiError } from '#api/errors.ts'
import { lastFlows, removeLastFlows, storeLastFlows } from './last-flows.ts'
import { readServiceFlows, type ServiceFlows } from './service-flows.ts'
import { serviceKey } from './service-request.ts'

/** Time in ms until the flows of a service are read again, and between automatic attempts after a failure. */
const refetchMs = 60_000

/** The flows of one service, as far as known. */
export interface ServiceFlowsView {
  service: Connection
  /** The last ones that were read, perhaps some time ago; null = none yet. */
  flows: ServiceFlows | null
  /** Why the last read failed; null if it did not. */
  error: Error | null
  isLoading: boolean
  onRetry: () => void
}

/** Statuses with which a service asks to sign in. */
const signedOutStatuses = new Set([401, 403])
export const isSignedOut = (error: Error | null): boolean =>
  error instanceof ApiError && signedOutStatuses.has(error.status)

const flowsKey = (service: Connection) => [...serviceKey(service), 'flows']

async function readFlows(client: QueryClient, service: Connection, signal: AbortSignal): Promise<ServiceFlows> {
  const known = client.getQueryData<ServiceFlows>(flowsKey(service))
  try {
    const flows = await readServiceFlows(service, signal, (part) => {
      // The first rows are shown while the others are read; known rows stay until all are there.
      if (known === undefined) client.setQueryData(flowsKey(service), part)
    })
    storeLastFlows(service, flows)
    return flows
  } catch (problem) {
    if (problem instanceof ApiError && isSignedOut(problem)) removeLastFlows(service)
    throw problem
  }
}

/** The flows of these services, each read on its own: one that fails or hangs affects no other. */
export function useServiceFlows(services: readonly Connection[], isEnabled = true): readonly ServiceFlowsView[] {
  const client = useQueryClient()
  const queries = useQueries({
    queries: services.map((service) => ({
      queryKey: flowsKey(service),
      queryFn: ({ signal }: { signal: AbortSignal }) => readFlows(client, service, signal),
      enabled: isEnabled,
      initialData: () => lastFlows(service),
      initialDataUpdatedAt: () => lastFlows(service)?.at,
      staleTime: refetchMs,
      refetchInterval: refetchMs,
      refetchOnWindowFocus: false,
      retry: false,
    })),
  })
  return useMemo(
    () =>
      services.map((service, index) => {
        const query = queries[index]
        const isKnown = query?.data !== undefined && !isSignedOut(query.error)
        return {
          service,
          flows: isKnown ? (query.data ?? null) : null,
          error: query?.error ?? null,
          isLoading: query?.isFetching ?? false,
          onRetry: () => void query?.refetch(),
        }
      }),
    [services, queries],
  )
}
