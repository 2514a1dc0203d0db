import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { flowWords, verdictLead } from '#flow/health/verdict.ts'
import { StopsLine } from '#parts/flows/stops-line.tsx'

/** How far the flow runs here as it is in the file; the legend of its steps also counts the choices. */
export function ReviewVerdict({ steps: { before, stops } }: { steps: ChosenSteps }) {
  const words = flowWords(before)
  return (
    <section className="import-verdict" aria-label="Verdict">
      <h3 className="text-lg font-semibold">{verdictLead(before)}</h3>
      {words !== '' && <p className="text-text-2">{words}</p>}
      <StopsLine counts={stops} verdict={before} />
    </section>
  )
}
