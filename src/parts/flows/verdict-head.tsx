import type { ReactNode } from 'react'
import { verdictStops } from '#flow/health/stops.ts'
import { verdictLead, verdictRest, type Verdict } from '#flow/health/verdict.ts'
import { StopsLine } from './stops-line.tsx'

/** How far a flow runs here: the verdict in words, and its steps as stops. */
export const VerdictHead = ({ verdict, children }: { verdict: Verdict; children?: ReactNode }) => (
  <section aria-label="Verdict" className="verdict-head">
    <div>
      <h2 className="verdict-lead">{verdictLead(verdict)}</h2>
      <p className="text-text-2">{verdictRest(verdict)}</p>
      {children}
    </div>
    <StopsLine counts={verdictStops(verdict)} verdict={verdict} />
  </section>
)
