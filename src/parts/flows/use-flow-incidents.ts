import { useQuery } from '@tanstack/react-query'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { incident as incidentApi, type Incident } from '#contract/incident.ts'
import { maxLimit } from '#contract/kernel/page.ts'

/** Open incidents of a flow and of the channels that it uses, the worst first; none if the service has no incidents. */
export function useFlowIncidents({ id, channels }: Pick<FlowSummary, 'id' | 'channels'>): Incident[] {
  const hasIncidents = useExtension('incidents')
  const incidents = useQuery({ ...q(incidentApi.list, { status: 'open', limit: maxLimit }), enabled: hasIncidents })
  const concerned = new Set([id, ...channels.map((channel) => channel.id)])
  return (incidents.data?.results ?? []).filter(
    ({ status, subject }) => status === 'open' && subject !== null && concerned.has(subject.id),
  )
}

/** The open incident of a flow that fails more than usual; undefined if it does not, or the service does not say. */
export const useFailingIncident = (flow: Pick<FlowSummary, 'id' | 'channels'>): Incident | undefined =>
  useFlowIncidents(flow).find(({ kind }) => kind === 'flow_failing')
