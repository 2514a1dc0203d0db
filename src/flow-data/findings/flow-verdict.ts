/** The verdict on a flow as the page holds it. Separate from the head: only parts that are loaded later need it. */
import { productOf } from '#flow/formats/format-titles.ts'
import { verdictOf, type Verdict } from '#flow/health/verdict.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

/** `validation`: the findings to judge by, if they are not those of the flow. */
export const flowVerdict = (
  { counts, metadata, validation: own }: Pick<FlowHead, 'counts' | 'metadata' | 'validation'>,
  validation = own,
): Verdict => verdictOf(validation, { steps: counts.steps, product: productOf(metadata) })
