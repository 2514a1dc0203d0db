import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { verdictLead, verdictRest } from '#flow/health/verdict.ts'
import { StopsLine } from '#parts/flows/stops-line.tsx'
import { chosenSentence } from './step-words.ts'

/** How far the flow runs here, as it is in the file and with the choices. */
export function ReviewVerdict({ steps: { before, after, stops, switchedOff } }: { steps: ChosenSteps }) {
  const rest = verdictRest(before)
  const chosen = chosenSentence(before, after, switchedOff)
  return (
    <section className="import-verdict" aria-label="Verdict">
      <h3 className="text-lg font-semibold">{verdictLead(before)}</h3>
      {(rest !== '' || chosen !== '') && (
        <p className="mb-1.5 text-text-2">
          {rest} {chosen !== '' && <b className="font-semibold text-text">{chosen}</b>}
        </p>
      )}
      <StopsLine counts={stops} verdict={before} />
    </section>
  )
}
