/** The flows of all services as one list: filtered, sorted and paged in the browser. Pure. */
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { listQuery } from '#contract/rows/list-query.ts'
import { rowMatches } from '#contract/rows/row-matches.ts'
import { sortRows } from '#contract/rows/row-order.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'
import type { Connection } from '#api/connection/connection.ts'
import type { ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { flowNameKey } from '#parts/flows/flow-name.ts'
import { flowsListInput, type FlowsView } from '#pages/flows/flows-view.ts'

/** A flow of the same name at another service. */
export interface Counterpart {
  service: Connection
  product: string
  flow: FlowSummary
  staleSince: number | null
}

export type MergedFlow = FlowSummary & {
  service: Connection
  product: string
  /** The service did not respond: the row is as of `staleSince`, in ms since the epoch; null = current. */
  staleSince: number | null
  alsoAt: readonly Counterpart[]
}

/** Unique in the merged list; '' if the service gave no id. */
export const mergedFlowId = ({ id, service }: Pick<MergedFlow, 'id' | 'service'>): string =>
  id === '' ? '' : `${service.id} ${id}`

const pick = ({ service, product, staleSince }: Omit<Counterpart, 'flow'>) => ({ service, product, staleSince })

/** All flows with their services and counterparts. Flows of one name at one service have none: which one is meant? */
export function mergedFlows(views: readonly ServiceFlowsView[]): MergedFlow[] {
  const all = views.flatMap(({ service, flows, error }) =>
    (flows?.rows ?? []).map((flow) => ({
      ...flow,
      service,
      product: flows?.product ?? '',
      staleSince: error === null || flows === null ? null : flows.at,
    })),
  )
  const byName = new Map<string, typeof all>()
  for (const flow of all) {
    const named = byName.get(flowNameKey(flow.name)) ?? []
    named.push(flow)
    byName.set(flowNameKey(flow.name), named)
  }
  const namesakes = (flow: (typeof all)[number]) =>
    flowNameKey(flow.name) === '' || flow.id === '' ? [flow] : (byName.get(flowNameKey(flow.name)) ?? [])
  return all.map((flow) => {
    const named = namesakes(flow)
    const isUnique = ({ service }: typeof flow) => named.filter((one) => one.service.id === service.id).length === 1
    const others = isUnique(flow) ? named.filter((one) => one.service.id !== flow.service.id && isUnique(one)) : []
    return { ...flow, alsoAt: others.map((one) => ({ ...pick(one), flow: one })) }
  })
}

export interface AllFlowsView extends FlowsView {
  /** Ids of services; empty = all. */
  services: readonly string[]
  /** Null = any. */
  alsoAt: 'elsewhere' | 'nowhere' | null
}

/** Time zone of filters by day, which this list does not have. */
const zone = 'UTC'

/** The flows of a view in its order, on all pages. */
export function matchingFlows(flows: readonly MergedFlow[], view: AllFlowsView): MergedFlow[] {
  const { tests, ordering } = listQuery(flowApi.list, flowsListInput(view))
  const byRow = new Map<FilterableRow, MergedFlow>()
  for (const flow of flows) {
    const isMatch =
      (view.services.length === 0 || view.services.includes(flow.service.id)) &&
      (view.alsoAt === null || flow.alsoAt.length > 0 === (view.alsoAt === 'elsewhere')) &&
      tests.every(({ rule }) => rowMatches('flow', flow, rule, zone) === 'yes')
    if (isMatch) byRow.set(flow, flow)
  }
  return sortRows('flow', [...byRow.keys()], ordering).flatMap((row) => byRow.get(row) ?? [])
}
