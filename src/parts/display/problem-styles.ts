/** Words, icons and colours of problems, the same on Today and in Health. */
import { CalendarX2, CircleX, Gauge, Hourglass, Wallet } from 'lucide-react'
import type { Incident, IncidentKind } from '#contract/incident.ts'
import type { StatusStyle } from '#ui/feedback/tag.tsx'
import { channelStatusStyle, silentChannelStyle } from './status.tsx'

export const problemStyles = {
  down: channelStatusStyle('error'),
  signIn: channelStatusStyle('reauth_required'),
  silent: silentChannelStyle,
  failing: { word: 'Failing', icon: CircleX, tone: 'bad' },
  missed: { word: 'Missed', icon: CalendarX2, tone: 'warn' },
  waiting: { word: 'Waiting', icon: Hourglass, tone: 'live' },
  budget: { word: 'Budget', icon: Gauge, tone: 'warn' },
  budgetOver: { word: 'Budget', icon: Gauge, tone: 'bad' },
  balance: { word: 'Balance', icon: Wallet, tone: 'warn' },
  balanceGone: { word: 'Balance', icon: Wallet, tone: 'bad' },
} satisfies Record<string, StatusStyle>

const incidentStyles: Readonly<Record<IncidentKind, Readonly<Record<Incident['severity'], StatusStyle>>>> = {
  // Access that ends soon is no failure yet.
  channel_down: { broken: problemStyles.down, attention: problemStyles.signIn },
  flow_failing: { broken: problemStyles.failing, attention: problemStyles.failing },
  schedule_missed: { broken: problemStyles.missed, attention: problemStyles.missed },
  runs_waiting: { broken: problemStyles.waiting, attention: problemStyles.waiting },
  balance: { broken: problemStyles.balanceGone, attention: problemStyles.balance },
  budget: { broken: problemStyles.budgetOver, attention: problemStyles.budget },
  channel_silent: { broken: problemStyles.silent, attention: problemStyles.silent },
}

/** Undefined for a kind or severity that this console does not know. */
export function incidentStyle({ kind, severity }: Pick<Incident, 'kind' | 'severity'>): StatusStyle | undefined {
  const known: Partial<Record<Incident['severity'], StatusStyle>> | undefined = incidentStyles[kind]
  return known?.[severity]
}
