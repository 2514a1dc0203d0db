import type { ReactNode } from 'react'
import { verdictStops } from '#flow/health/stops.ts'
import { flowWords, verdictLead, type Verdict } from '#flow/health/verdict.ts'
import { StopsLine } from './stops-line.tsx'

/** How far a flow runs here, and its steps as stops; their legend counts those that do not. */
export function VerdictHead({ verdict, children }: { verdict: Verdict; children?: ReactNode }) {
  const words = flowWords(verdict)
  return (
    <section aria-label="Verdict" className="verdict-head">
      <div>
        <h2 className="verdict-lead">{verdictLead(verdict)}</h2>
        {words !== '' && <p className="text-text-2">{words}</p>}
        {children}
      </div>
      <StopsLine counts={verdictStops(verdict)} verdict={verdict} />
    </section>
  )
}
