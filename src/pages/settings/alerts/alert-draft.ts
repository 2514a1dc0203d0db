/** The form of an alert, and the request that it makes. Pure. */
import type { Alert, AlertKind } from '#contract/alert.ts'
import { incidentKinds, type IncidentKind } from '#contract/incident.ts'

export const alertKindWords: Readonly<Record<AlertKind, string>> = {
  email: 'Email',
  slack: 'Slack',
  webhook: 'Webhook',
}

export const incidentKindWords: Readonly<Record<IncidentKind, string>> = {
  channel_down: 'Channel is down',
  flow_failing: 'Flow fails more than usual',
  schedule_missed: 'Schedule was missed',
  runs_waiting: 'Runs wait too long',
  balance: 'Balance is low',
  budget: 'Budget is reached',
  channel_silent: 'Channel is silent',
}

/** 1 = Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const dayNames = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
export const weekdayName = (day: number): string => dayNames[day] ?? ''

export interface AlertDraft {
  name: string
  kind: AlertKind
  /** '' when editing a URL = unchanged. */
  address: string
  kinds: readonly IncidentKind[]
  isEnabled: boolean
  isQuiet: boolean
  from: string
  until: string
  /** Weekdays on which quiet hours begin, 1 = Monday. */
  days: readonly number[]
}

export const newAlertDraft: AlertDraft = {
  name: '',
  kind: 'slack',
  address: '',
  kinds: incidentKinds,
  isEnabled: true,
  isQuiet: false,
  from: '22:00',
  until: '07:00',
  days: weekdays,
}

export const alertDraftOf = (alert: Alert): AlertDraft => ({
  name: alert.name,
  kind: alert.kind,
  address: alert.kind === 'email' ? alert.address : '',
  kinds: alert.incident_kinds.length === 0 ? incidentKinds : alert.incident_kinds,
  isEnabled: alert.is_enabled,
  isQuiet: alert.quiet_hours !== null,
  from: alert.quiet_hours?.from ?? newAlertDraft.from,
  until: alert.quiet_hours?.until ?? newAlertDraft.until,
  days: alert.quiet_hours?.days ?? weekdays,
})

const isClockTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

export type AlertProblems = Readonly<Partial<Record<'name' | 'address' | 'kinds' | 'from' | 'until' | 'days', string>>>

/** `isNew`: the address of an existing alert may be left as it is. */
export function alertProblemsOf(draft: AlertDraft, isNew: boolean): AlertProblems {
  const { name, kind, address, kinds, isQuiet, from, until, days } = draft
  const isMissing = address.trim() === '' && (isNew || kind === 'email')
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(isMissing ? { address: kind === 'email' ? 'Enter an email address.' : 'Enter a URL.' } : {}),
    ...(kinds.length === 0 ? { kinds: 'Choose at least one kind.' } : {}),
    ...(isQuiet && !isClockTime(from) ? { from: 'Enter a time.' } : {}),
    ...(isQuiet && !isClockTime(until) ? { until: 'Enter a time.' } : {}),
    ...(isQuiet && days.length === 0 ? { days: 'Choose at least one day.' } : {}),
  }
}

/** Body of the request. `zone`: for new quiet hours; existing ones keep their zone, which the form does not change. */
export function alertBodyOf(draft: AlertDraft, quiet: Alert['quiet_hours'], zone: string) {
  const { name, address, kinds, isEnabled, isQuiet, from, until, days } = draft
  const onDays = days.length === weekdays.length ? {} : { days: [...days] }
  return {
    name: name.trim(),
    ...(address.trim() === '' ? {} : { address: address.trim() }),
    // Every kind, including those of later versions.
    incident_kinds: kinds.length === incidentKinds.length ? [] : [...kinds],
    quiet_hours: isQuiet ? { tz: quiet?.tz ?? zone, from, until, ...onDays } : null,
    is_enabled: isEnabled,
  }
}

/** Days in a row from which on a range is written. */
const minRange = 3

/** "Mon–Fri", "Sat, Sun", "Mon, Wed–Fri"; '' = every day. `days` in order. */
function daysWords(days: readonly number[]): string {
  if (days.length === weekdays.length) return ''
  const ranges: number[][] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last !== undefined && last.at(-1) === day - 1) last.push(day)
    else ranges.push([day])
  }
  return ranges
    .map((range) =>
      range.length < minRange
        ? range.map(weekdayName).join(', ')
        : `${weekdayName(range[0] ?? 0)}–${weekdayName(range.at(-1) ?? 0)}`,
    )
    .join(', ')
}

/** "Mon–Fri 22:00–07:00 Europe/Berlin". */
export const quietWords = ({ from, until, tz, days }: NonNullable<Alert['quiet_hours']>): string =>
  `${daysWords(days ?? weekdays)} ${from}–${until} ${tz.replaceAll('_', ' ')}`.trim()
