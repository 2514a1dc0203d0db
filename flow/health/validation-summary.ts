/** Counts the findings of a flow's definition, for summaries that are stored with the flow. */
import type { ValidationSummary } from '#contract/flow.ts'
import { findingCounts } from './findings.ts'
import { ownFindings, type Lint } from './lint.ts'
import { verdictOf } from './verdict.ts'

/** A change of the checks that changes a summary needs a migration that sets `flow.validation_summary` to null. */
export function validationSummaryOf(lint: Lint): ValidationSummary {
  const findings = ownFindings(lint)
  const { error, warning } = findingCounts(findings)
  const { steps, foreign, faulty, otherErrors, startsElsewhere, product } = verdictOf(findings, lint)
  return {
    errors: error,
    warnings: warning,
    steps,
    foreign_steps: foreign,
    faulty_steps: faulty,
    flow_errors: otherErrors,
    starts_elsewhere: startsElsewhere,
    product,
  }
}
