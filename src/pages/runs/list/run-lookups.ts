/** Lookups for filters of runs, with the names of reasons. Those need the extension `run_reasons`. */
import { call } from '#api/request/client.ts'
import { runWork, type RunReason } from '#contract/run-work.ts'
import type { Lookups } from '#parts/filters/lookup-names.ts'
import { lookups } from '#parts/filters/lookups.ts'
import { errorTitle } from '#parts/runs/run-reason.ts'
import { filterOptions, valueOfId } from '#ui/overlays/picker-options.ts'

/** "The model did not respond · Find order number" */
const reasonLabel = ({ error, node, flow }: RunReason): string =>
  [errorTitle(error), node?.name || node?.id || flow.name].filter(Boolean).join(' · ')

export const runLookups: Lookups = {
  ...lookups,
  reason: {
    search: async (text, signal) =>
      filterOptions(
        (await call(runWork.reasons, {}, { signal })).results.map((reason) => ({
          value: valueOfId(reason.key),
          label: reasonLabel(reason),
          note: reason.flow.name,
        })),
        text,
      ),
    name: async (key, signal) => {
      const [reason] = (await call(runWork.reasons, { filters: { reason: key } }, { signal })).results
      return reason === undefined ? null : reasonLabel(reason)
    },
  },
}
