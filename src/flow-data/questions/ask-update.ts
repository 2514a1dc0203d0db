/** A question to the union of a flow and a file: what an update by the file means. */
import { comparisonIn } from '#flow-data/compare/difference-cache.ts'
import { updateFacts } from '#flow-data/compare/update-facts.ts'
import { memoized } from '#flow-data/model/memoized-flow.ts'

export const updateFactsIn = memoized((flow) => updateFacts(comparisonIn(flow)))
