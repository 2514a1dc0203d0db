/**
 * Requests for lists, called questions: every indexed filter of the catalogues with each of its operators, and every
 * ordering in both directions.
 */
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import { sized } from '#bench/harness.ts'
import type { Catalogue, Field, Operator } from '#contract/kernel/catalogue.ts'
import { flowOrderings } from '#contract/flow.ts'
import { newest, type Sizes } from './seed.ts'

export interface Question {
  list: 'flow' | 'conversation' | 'run'
  /** Path and query below /api. */
  path: string
  /** An offset beyond 10,000, which may take longer. */
  isFar?: boolean
  /** Matches the second half of the list in its order: an ordered scan discards the first half. */
  isSecondHalf?: boolean
  /** Two rules that each match a large part of the list, so that the database intersects the two. */
  isJoint?: boolean
}

const daysBefore = (days: number): string => new Date(Date.parse(newest) - days * 86_400_000).toISOString().slice(0, 10)

const halfOf = (rows: number): string => String(Math.floor(rows / 2))

/** Values of a field: a frequent one, a rare one, and a nonexistent one. Others by the type of the field. */
const valuesOf = ({ conversations, runs }: Sizes): Readonly<Record<string, readonly string[]>> => ({
  status: ['resolved', 'open,pending', 'failed'],
  priority: ['urgent', 'none,low'],
  assignee: ['me', 'none', 'usr_2', 'usr_none'],
  channel: ['chn_b3', 'chn_b3,chn_b6', 'none', 'chn_none'],
  flow: ['flw_b00000012', 'none', 'flw_none'],
  label: ['late', 'vip', 'rare', 'nobody has it'],
  unread: ['true', 'false'],
  number: ['5', halfOf(conversations), String(Math.floor(conversations * 0.95)), String(conversations * 2)],
  contact: ['con_b00000077', 'con_none'],
  contact__name: ['Ada 7', 'nobody', 'üll', '9', 'Ngu'],
  contact__email: ['person77@example.com', 'nobody@example.com', 'son777', 'example'],
  contact__phone: ['+49 30 77', '30 777'],
  total_cost: ['0.0079', '5', '100'],
  cost: ['0.05', '0.09999', '100'],
  duration_ms: ['7919', '60000', '100000'],
  conversation: ['cnv_b00000007', 'none', 'cnv_none'],
  error_code: ['timeout', 'http_500', 'nothing', 'ut'],
  reason: ['0123456789abcdef', 'ab'],
  started_at: [daysBefore(1), daysBefore(Math.floor(runs / 3000)), '2030-01-01'],
  q: ['order', 'w77', '4711', 'needle', 'order needle', 'nothing like it', 'o', '請求書', 'ได้รับ', 'Überw'],
})
const times = [daysBefore(2), daysBefore(20), '2030-01-01']

function valuesFor(field: Field, operator: Operator, sizes: Sizes): readonly string[] {
  if (operator === 'isnull') return ['true', 'false']
  const known = valuesOf(sizes)[field.name] ?? (field.type === 'time' ? times : [])
  const words = field.values.filter((value) => known.every((one) => !one.split(',').includes(value))).slice(0, 1)
  const fits = (value: string) =>
    !['choice', 'rank'].includes(field.type) || value.split(',').every((one) => field.values.includes(one))
  return [...known, ...words].filter(fits)
}

function ofCatalogue(list: Question['list'], path: string, catalogue: Catalogue, sizes: Sizes): Question[] {
  const filters = catalogue.fields
    .filter(({ indexed }) => indexed)
    .flatMap((field) =>
      field.operators.flatMap((operator) =>
        valuesFor(field, operator, sizes).map(
          (value) => `${field.name}${operator === 'exact' ? '' : `__${operator}`}=${encodeURIComponent(value)}`,
        ),
      ),
    )
  const orderings = catalogue.fields.filter(({ orderable }) => orderable).flatMap(({ name }) => [name, `-${name}`])
  return [
    // The newest conversations are the first ones of the seed, with the lowest numbers.
    ...filters.map((filter) => ({
      list,
      path: `${path}?${filter}`,
      isSecondHalf: [
        `number__gt=${halfOf(sizes.conversations)}`,
        `number__gte=${halfOf(sizes.conversations)}`,
      ].includes(filter),
    })),
    ...orderings.map((ordering) => ({ list, path: `${path}?ordering=${ordering}` })),
  ]
}

/** One unselective filter and one selective one, in each order. */
const ordered = (list: Question['list'], path: string, catalogue: Catalogue, filters: readonly string[]): Question[] =>
  catalogue.fields
    .filter(({ orderable }) => orderable)
    .flatMap(({ name }) => filters.map((filter) => ({ list, path: `${path}?${filter}&ordering=-${name}` })))

const farPages = (list: Question['list'], path: string, rows: number): Question[] =>
  [0.2, 0.5, 0.95].map((share) => ({
    list,
    path: `${path}?offset=${Math.floor(rows * share)}`,
    isFar: rows * share > farRows,
  }))

function ofFlows({ flows }: Sizes): Question[] {
  const list = 'flow'
  const filters = ['status=active', 'status=draft,paused', 'tag=vip', 'tag=rare', 'tag=nobody', 'status=active&tag=vip']
  return [
    ...filters.map((filter) => ({ list, path: `/flow/?${filter}` }) as const),
    ...flowOrderings.flatMap((name) =>
      [name, `-${name}`].map((ordering) => ({ list, path: `/flow/?ordering=${ordering}` }) as const),
    ),
    ...['status', '-cost_last_30_days'].flatMap((ordering) =>
      ['status=draft', 'tag=rare', 'search=needle', 'search=refund'].map(
        (filter) => ({ list, path: `/flow/?${filter}&ordering=${ordering}` }) as const,
      ),
    ),
    ...['refund', 'needle', 'efun', 'order people', 'vip', 'überw', 'nothing like it', 'e'].map(
      (text) => ({ list, path: `/flow/?search=${encodeURIComponent(text)}` }) as const,
    ),
    ...farPages(list, '/flow/', flows),
  ]
}

const json = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
const rule = (field: string, ...values: string[]) => ({ field, values })

/** One question in this many is asked, and the first of each kind. */
const sampleInterval = sized(1, 12)
/** Offset from which a page counts as far. */
const farRows = sized(10_000, 100)

export function sampledQuestions(sizes: Sizes): Question[] {
  const kinds = new Set<string>()
  return allQuestions(sizes).filter(({ list, isFar, isSecondHalf, isJoint }, index) => {
    const kind = [list, isFar, isSecondHalf, isJoint].join(' ')
    const isFirst = !kinds.has(kind)
    kinds.add(kind)
    return isFirst || index % sampleInterval === 0
  })
}

function allQuestions(sizes: Sizes): Question[] {
  const both = [
    'status=open&priority__gte=high',
    'status=open&assignee=none&q=order',
    'label=rare&status=resolved',
    'contact__name__icontains=ada&unread=true',
    json({ or: [rule('label', 'rare'), rule('q', 'needle')] }),
    json({ and: [rule('status', 'open'), { or: [rule('assignee', 'me'), rule('priority', 'urgent')] }] }),
  ]
  const runs = [
    'status=failed&error_code=timeout',
    'flow=flw_b00000012&status=succeeded',
    'channel=chn_b3&cost__gte=0.09',
  ]
  return [
    ...ofFlows(sizes),
    ...ofCatalogue('conversation', '/conversation/', conversationFields, sizes),
    ...ordered('conversation', '/conversation/', conversationFields, ['status=resolved', 'label=rare', 'q=needle']),
    ...both.map((filter) => ({ list: 'conversation', path: `/conversation/?${filter}`, isJoint: true }) as const),
    ...farPages('conversation', '/conversation/', sizes.conversations),
    ...ofCatalogue('run', '/billing/runs/', runFields, sizes),
    ...ordered('run', '/billing/runs/', runFields, ['status=succeeded', 'status=cancelled']),
    ...runs.map((filter) => ({ list: 'run', path: `/billing/runs/?${filter}`, isJoint: true }) as const),
    ...farPages('run', '/billing/runs/', sizes.runs),
  ]
}
