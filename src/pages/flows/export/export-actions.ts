/** Export of flows: one as a file, several as a ZIP. */
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { chooseZipTarget } from './choose-zip-target.ts'
import { zipExport, type ZipExportPlan } from './zip-export.ts'
import { objectOf } from '#pages/flows/bulk/flow-writes.ts'
import { startWork } from '#pages/flows/bulk/flow-work.ts'
import { type FlowsView, flowsListInput } from '#pages/flows/flows-view.ts'
import { call } from '#api/request/client.ts'
import { nextPageStart, type PageStart } from '#api/query/next-page.ts'
import { maxLimit } from '#contract/kernel/page.ts'

/** Maximum flows: a page can hold that many rows. The limit of a ZIP is six times higher. */
const maxMatching = 10_000

/** The flows of a view in its order, at most `maxMatching`. Rejects with ApiError. */
async function matchingFlows(view: FlowsView): Promise<FlowSummary[]> {
  const flowsById = new Map<string, FlowSummary>()
  const query = flowsListInput({ ...view, page: 1, size: maxLimit })
  let place: PageStart | null = {}
  while (place !== null && flowsById.size < maxMatching) {
    const page: { results: FlowSummary[]; next: string | null } = await call(flowApi.list, { ...query, ...place })
    const before = flowsById.size
    for (const row of page.results) flowsById.set(row.id, row)
    // If the service repeats the same page, there are no more.
    place = flowsById.size === before ? null : nextPageStart(page.next)
  }
  return [...flowsById.values()].slice(0, maxMatching)
}

type Flows = readonly FlowSummary[]

export interface ExportActions {
  /** Exports one flow as a file, several as a ZIP. */
  exportAll: (flows: Flows) => void
  /** Exports the flows of a view, at most 10,000, as a ZIP; rejects with ApiError if the list cannot be read. */
  exportMatching: (view: FlowsView, count: number) => Promise<void>
  /** Exports flows, then starts the deletion of those in the file; unreadable flows are kept. */
  exportAndRemove: (flows: Flows) => void
}

export function exportActions(remove: (flows: Flows) => void): ExportActions {
  const startExport = (flows: Flows, title: string, plan: ZipExportPlan) =>
    void startWork({ kind: 'export', title, flows, createRunner: (key) => zipExport(key, plan) })
  const chooseTargetAndExport = async (flows: Flows, title: string, onSaved: ZipExportPlan['onSaved']) => {
    const handle = await chooseZipTarget(flows.length)
    if (handle !== 'no') startExport(flows, title, { handle, onSaved })
  }
  return {
    exportAll: (flows) => void chooseTargetAndExport(flows, `Export ${objectOf(flows)}`, () => {}),
    exportMatching: async (view, count) => {
      // Comes first, since a browser opens the dialog only right after a click.
      const handle = await chooseZipTarget(count)
      if (handle === 'no') return
      const flows = await matchingFlows(view)
      const which = flows.length === maxMatching ? 'the first ' : ''
      startExport(flows, `Export ${which}${objectOf(flows)}`, { handle, onSaved: () => {} })
    },
    exportAndRemove: (flows) =>
      void chooseTargetAndExport(flows, `Export ${objectOf(flows)}, then delete`, (ids) =>
        remove(flows.filter(({ id }) => ids.has(id))),
      ),
  }
}
