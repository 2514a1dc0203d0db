/** Texts of alert messages. */
import type { Incident, IncidentKind } from '#contract/incident.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { AlertMessage } from './alert-sender.ts'

export type Phase = 'opened' | 'worse' | 'over'
/** The phase in the key of a message: "worse-2" is the second level. */
export const phaseOf = (key: string): Phase => (key === 'opened' || key === 'over' ? key : 'worse')

const kindWords: Readonly<Record<IncidentKind, string>> = {
  channel_down: 'Down',
  channel_silent: 'Silent',
  flow_failing: 'Failing',
  schedule_missed: 'Missed',
  runs_waiting: 'Waiting',
  budget: 'Budget',
  balance: 'Balance',
}

/** "Failing: Refund up to €50", "Worse: Failing: …", "Over: Failing: …". */
function subjectOf({ kind, subject }: Pick<Incident, 'kind' | 'subject'>, phase: Phase): string {
  const what = subject === null ? kindWords[kind] : `${kindWords[kind]}: ${subject.name}`
  if (phase === 'opened') return what
  return phase === 'over' ? `Over: ${what}` : `Worse: ${what}`
}

export interface MessageFacts {
  id: string
  phase: Phase
  incident: Omit<Incident, 'changed_at' | 'reported_at' | 'sample'>
  publicUrl: URL | null
}

export function alertMessage({ id, phase, incident, publicUrl }: MessageFacts): AlertMessage {
  const subject = subjectOf(incident, phase)
  const url = publicUrl === null ? null : new URL(incident.path, publicUrl).href
  const link = url === null ? '' : `\n${url}`
  const words = phase === 'over' ? `It is over. Last state: ${incident.message}` : incident.message
  const payload: JsonRecord = {
    id,
    type: `incident.${phase}`,
    incident: {
      ...incident,
      subject: incident.subject && { ...incident.subject },
      figures: { ...incident.figures, trend: incident.figures.trend && { ...incident.figures.trend } },
    },
    url,
  }
  return { id, subject, text: `${subject}\n${words}${link}`, payload }
}

/** A test message for an address. */
export function testMessage(id: string, name: string, publicUrl: URL | null): AlertMessage {
  const url = publicUrl === null ? null : new URL('/settings/alerts', publicUrl).href
  const text = `This is a test of “${name}”. Alerts about incidents will arrive here.`
  return {
    id,
    subject: 'Test of an alert',
    text: `${text}${url === null ? '' : `\n${url}`}`,
    payload: { id, type: 'test', message: text, url },
  }
}
