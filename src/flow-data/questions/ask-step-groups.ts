/** Steps of another product in groups, as the review of an import has them. */
import { stepGroupsOf } from '#flow/choices/step-groups.ts'
import type { StepGroups } from '#flow/choices/step-choices.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { memoized } from '#flow-data/model/memoized-flow.ts'

const groups = memoized((flow): StepGroups => stepGroupsOf(flow, productOf({ source: { format: flow.format } })))

export const stepGroupsIn = (flow: Parameters<typeof groups>[0], _input: object): StepGroups => groups(flow)
