/** Sentences about the services of the merged list. Pure. */
import { ApiError } from '#api/errors.ts'
import { isSignedOut, type ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { maxServiceFlows } from '#api/services/service-flows.ts'
import { count } from '#lib/count.ts'

/** Why the last read of a service failed, as the end of a sentence that begins with its name. */
export function failureWords(error: Error, clock: string | null): string {
  if (isSignedOut(error)) return 'asks you to sign in.'
  const since = clock === null ? '' : ` since ${clock}`
  if (!(error instanceof ApiError)) return 'could not be read.'
  if (error.code === 'timeout' || error.code === 'upstream_timeout')
    return clock === null ? 'does not respond.' : `has not responded${since}.`
  if (error.status === 0 || error.code === 'upstream_unreachable') return `cannot be reached${since}.`
  return `could not be read${since} (${error.status === 0 ? error.code : error.status}).`
}

/** What is shown of a service that failed. */
export function staleWords({ flows }: ServiceFlowsView, clock: string | null): string {
  if (flows === null || clock === null) return 'Everything else is current.'
  const number = flows.rows.length
  return `Its ${count(number, 'flow')} ${number === 1 ? 'is' : 'are'} shown as of then; everything else is current.`
}

/** That a service has more flows than the list; null if all are in it. */
export function partWords({ service, flows }: ServiceFlowsView): string | null {
  if (flows === null || flows.isComplete || flows.rows.length < maxServiceFlows) return null
  const of = flows.total === null ? '' : ` of ${flows.total.toLocaleString()}`
  return `${service.name}: the ${flows.rows.length.toLocaleString()}${of} flows that changed last are in this list.`
}

/** "128 in Support · 41 in Workshop floor, as of 14:12". `clockOf` = the time of day of a time in ms. */
export const serviceCounts = (views: readonly ServiceFlowsView[], clockOf: (at: number) => string): string =>
  views
    .flatMap(({ service, flows, error }) => {
      if (flows === null) return []
      const words = `${flows.rows.length.toLocaleString()} in ${service.name}`
      return error === null ? words : `${words}, as of ${clockOf(flows.at)}`
    })
    .join(' · ')
