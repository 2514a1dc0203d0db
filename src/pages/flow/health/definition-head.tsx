import type { Finding } from '#contract/flow.ts'
import { findingCounts } from '#flow/health/findings.ts'
import { count } from '#lib/count.ts'

/** In front of another product: what the definition of a flow says, without a word about where it runs. */
export function DefinitionHead({ findings }: { findings: readonly Finding[] }) {
  const { error, warning } = findingCounts(findings)
  const words = [error > 0 ? count(error, 'error') : '', warning > 0 ? count(warning, 'warning') : '']
    .filter((part) => part !== '')
    .join(' and ')
  return (
    <section aria-label="Verdict">
      <h2 className="verdict-lead">
        {words === '' ? 'No problems in the definition.' : `${words} in the definition.`}
      </h2>
    </section>
  )
}
