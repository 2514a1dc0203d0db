/** What a rule found about one object: the content of an incident. */
import type { Incident, IncidentFigures, IncidentKind } from '#contract/incident.ts'

export interface Observation {
  account: string
  kind: IncidentKind
  severity: Incident['severity']
  subject: Incident['subject']
  message: string
  figures: IncidentFigures
  path: string
  /** Named step, from 0: a higher one is worse. */
  step: number
  /** Ten times as many is worse; 0 = does not count. */
  count: number
  isSample: boolean
}

export const noFigures: IncidentFigures = {
  count: null,
  total: null,
  share: null,
  usual_share: null,
  reason: null,
  reason_count: null,
  since: null,
  trend: null,
}

/** Identity of an incident within an account: while it is open, there is no other. */
export const keyOf = ({
  account,
  kind,
  noun,
  id,
}: {
  account: string
  kind: string
  noun: string
  id: string
}): string => JSON.stringify([account, kind, noun, id])

/** Percent with one decimal. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
