/** Totals and groups of runs that are all in memory, as the contract's summary. Pure. */
import { costKinds, run as runApi, summaryGroups, type Run, type RunSummary } from '#contract/billing.ts'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import { isEnded, isFailed, type RunStatus } from '#contract/values/run-status.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { hourStart } from '#lib/time/hour-start.ts'
import { rangeOfText } from '#lib/time/local-time.ts'
import { nextDayStart, previousPeriod, type Period } from '#lib/time/period.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { invalid } from '#server/base/fault.ts'
import type { Known } from './connector.ts'
import { matchingRows } from './list-page.ts'

/** Maximum number of groups in a response, as in the reference service. */
const maxGroups = 366

/** What a summary needs of a run. */
export type SummedRun = Known<Run> & {
  id: string
  flow: { id?: string | undefined; name?: string | undefined }
  status: RunStatus
  started_at: string
}

type GroupName = (typeof summaryGroups)[number]

interface Sums {
  count: number
  ended: number
  failed: number
  micros: bigint
  /** Runs whose cost is not known. */
  unknown: number
  duration_ms: number
}

type IsCostKnown = (run: SummedRun) => boolean

function sumsOf(runs: readonly SummedRun[], isCostKnown: IsCostKnown): Sums {
  const sums: Sums = { count: 0, ended: 0, failed: 0, micros: 0n, unknown: 0, duration_ms: 0 }
  for (const run of runs) {
    const { status, cost, duration_ms: duration } = run
    sums.count += 1
    if (isEnded(status)) sums.ended += 1
    if (isFailed(status)) sums.failed += 1
    if (!isCostKnown(run)) sums.unknown += 1
    sums.micros += cost === undefined ? 0n : (parseMicros(cost) ?? 0n)
    sums.duration_ms += duration ?? 0
  }
  return sums
}

/** Without cost if no run of the product has one, since a sum of nothing is not zero. */
const totalsOf = ({ micros, unknown, ...sums }: Sums, hasCost: boolean) => ({
  ...sums,
  ...(hasCost ? { cost: formatMicros(micros), ...(unknown === 0 ? {} : { unknown_costs: unknown }) } : {}),
})

interface Entry {
  key: string
  label: string
}

const entry = (key: string, label = key): Entry => ({ key, label })

/** The groups that a run belongs to; none if the product does not record it. */
const entriesOf: Readonly<Record<GroupName, (run: SummedRun, zone: string) => Entry[]>> = {
  day: ({ started_at: at }, zone) => [entry(dayIn(Date.parse(at), zone))],
  hour: ({ started_at: at }, zone) => [entry(new Date(hourStart(Date.parse(at), zone)).toISOString())],
  flow: ({ flow: { id = '', name } }) => [entry(id, name)],
  status: ({ status }) => [entry(status)],
  channel: ({ channel }) =>
    channel === undefined ? [] : [entry(channel?.id ?? 'none', channel ? channel.name : 'No channel')],
  kind: ({ cost_breakdown: lines = [] }) => lines.map(({ kind = '' }) => entry(kind, costKinds[kind])),
  model: ({ cost_breakdown: lines = [] }) => lines.map(({ label = '' }) => entry(label)),
  tool: () => [],
}

/** Runs of one group; those of a kind or model have the cost of their lines alone. */
function partOf(name: GroupName, run: SummedRun, key: string): SummedRun {
  if (name !== 'kind' && name !== 'model') return run
  const lines = (run.cost_breakdown ?? []).filter((line) => (name === 'kind' ? line.kind : line.label) === key)
  const micros = lines.reduce((sum, { cost = '' }) => sum + (parseMicros(cost) ?? 0n), 0n)
  return { ...run, cost: formatMicros(micros), duration_ms: 0 }
}

interface CostKnowledge {
  hasCost: boolean
  isCostKnown: IsCostKnown
}

function groupsOf(name: GroupName, runs: readonly SummedRun[], zone: string, { hasCost, isCostKnown }: CostKnowledge) {
  const byKey = new Map<string, { label: string; runs: SummedRun[] }>()
  for (const run of runs) {
    for (const { key, label } of new Map(entriesOf[name](run, zone).map((one) => [one.key, one])).values()) {
      const group = byKey.get(key) ?? { label, runs: [] }
      group.runs.push(partOf(name, run, key))
      byKey.set(key, group)
    }
  }
  const groups = [...byKey].map(([key, group]) => ({ key, label: group.label, sums: sumsOf(group.runs, isCostKnown) }))
  const isTime = name === 'day' || name === 'hour'
  const ordered = groups.toSorted((a, b) =>
    isTime ? (a.key < b.key ? -1 : 1) : Number(b.sums.micros - a.sums.micros) || b.sums.count - a.sums.count,
  )
  const shown = isTime ? ordered.slice(-maxGroups) : ordered.slice(0, maxGroups)
  return shown.map(({ key, label, sums }) => ({ key, label, ...totalsOf(sums, hasCost) }))
}

const isStartRule = (part: FilterPart): boolean =>
  isRule(part) && part.field.name === 'started_at' && part.operator !== 'isnull'

/** The range of one rule on the start time; null on a side without a limit. */
function rangeOf({ operator, values: [text = ''] }: Rule, zone: string): { from: number | null; to: number | null } {
  const range = rangeOfText(text, zone)
  if (range === null) return { from: null, to: null }
  const [start, end] = [range.from.getTime(), range.to.getTime()]
  switch (operator) {
    case 'gt':
      return { from: end, to: null }
    case 'gte':
      return { from: start, to: null }
    case 'lt':
      return { from: null, to: start }
    case 'lte':
      return { from: null, to: end }
    default:
      return { from: start, to: end }
  }
}

/** The period of a filter; null without a start. A filter without an end ends with the current day. */
function periodOf(parts: readonly FilterPart[], zone: string, now: number): Period | null {
  const ranges = parts
    .filter(isRule)
    .filter(isStartRule)
    .map((rule) => rangeOf(rule, zone))
  const starts = ranges.flatMap(({ from }) => from ?? [])
  const ends = ranges.flatMap(({ to }) => to ?? [])
  if (starts.length === 0) return null
  const from = Math.max(...starts)
  const to = ends.length > 0 ? Math.min(...ends) : Math.max(nextDayStart(now, zone), nextDayStart(from, zone))
  return { from, to }
}

/** Names in `group_by`. Throws 400 for others. */
export function groupNames(text: string | undefined): GroupName[] {
  const names = (text ?? '').split(',').filter((name) => name !== '')
  return names.map((name) => {
    const known = summaryGroups.find((group) => group === name)
    if (known === undefined) throw invalid('group_by', `"${name}" is not one of ${summaryGroups.join(', ')}.`)
    return known
  })
}

export interface SummaryOptions {
  filter: readonly FilterPart[]
  groups: readonly GroupName[]
  zone: string
  now: Date
  currency: string
  /** False if a run may have a cost that is not known: sums lack it. Absent = all costs are known. */
  isCostKnown?: IsCostKnown
}

/** The runs that a summary is about, and those of the previous period of equal length. */
export function summedRuns<R extends SummedRun>(
  runs: readonly R[],
  { filter, zone, now }: Pick<SummaryOptions, 'filter' | 'zone' | 'now'>,
): { matching: readonly R[]; earlier: readonly R[]; before: Period | null } {
  const question = { query: { tz: zone } }
  const matching = matchingRows(runApi.list, runs, { ...question, filter })
  const period = periodOf(filter, zone, now.getTime())
  const before = period && previousPeriod(period, zone)
  if (!before) return { matching, earlier: [], before }
  const rest = filter.filter((part) => !isStartRule(part))
  const earlier = matchingRows(runApi.list, runs, { ...question, filter: rest }).filter(({ started_at }) => {
    const at = Date.parse(started_at)
    return at >= before.from && at < before.to
  })
  return { matching, earlier, before }
}

/** `runs`: all runs that are known, with their cost where the product records one. */
export function summaryOf(runs: readonly SummedRun[], options: SummaryOptions): Known<RunSummary> {
  const { groups, zone, currency, isCostKnown = () => true } = options
  const { matching, earlier, before } = summedRuns(runs, options)
  const hasCost = runs.some(({ cost }) => cost !== undefined)
  return {
    currency,
    totals: totalsOf(sumsOf(matching, isCostKnown), hasCost),
    previous: before && {
      ...totalsOf(sumsOf(earlier, isCostKnown), hasCost),
      from: new Date(before.from).toISOString(),
      to: new Date(before.to).toISOString(),
    },
    groups: Object.fromEntries(groups.map((name) => [name, groupsOf(name, matching, zone, { hasCost, isCostKnown })])),
  }
}
