/** Random filters and orders of conversations, with values from the rows and other values. */
import fc from 'fast-check'
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import type { FilterGroup } from '#contract/filter/filter-group.ts'
import type { Field } from '#contract/kernel/catalogue.ts'

/** Creation time of the rows. */
export const now = new Date('2026-11-20T15:30:00.123Z')

export interface Case {
  filter: FilterGroup
  ordering: string
  zone: string
}

const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia']
/** Non-ASCII characters are caseless, because case folding depends on the locale. */
const oddTexts = [
  '',
  '%',
  '_',
  '\\',
  "it's",
  'a,b',
  '.*',
  '(x|y)+',
  "'; drop table conversation; --",
  'ada 2',
  'EU',
  '日本',
]

const customKeys = ['cf.tier', 'cf.region', 'cf.n', 'cf.a__b', 'cf.not there']

/** The values of a field in the rows, in the syntax of a rule. */
function valuesIn(rows: readonly Conversation[], field: string): string[] {
  const of = (row: Conversation): (string | null | undefined)[] => {
    const { contact: who } = row
    const known: Record<string, (string | null | undefined)[]> = {
      team: [row.team],
      channel: [row.channel?.id],
      flow: [row.flow?.id],
      assignee: [row.assignee?.id],
      label: row.labels,
      contact: [who.id],
      contact__name: [who.name, who.name.toUpperCase(), who.name.slice(1, 4)],
      contact__email: [who.email, who.email?.toLowerCase(), who.email?.slice(3, 9)],
      contact__phone: [who.phone],
      contact__company: [who.company, who.company?.slice(0, 5)],
      contact__tag: who.tags,
      q: [`${row.number}`, ` #${row.number}`, row.subject, row.subject.slice(0, 4), `order ${row.number % 7}`],
    }
    return (
      known[field] ??
      Object.values(row.custom_fields).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    )
  }
  return [...new Set(rows.flatMap(of).filter((value) => value !== null && value !== undefined))]
}

function valueOf(field: Field | string, rows: readonly Conversation[]): fc.Arbitrary<string> {
  const type = typeof field === 'string' ? 'text' : field.type
  const values = typeof field === 'string' ? [] : field.values
  const one = <T extends string>(list: readonly T[]) => fc.constantFrom(...list)
  const whole = (max: number) => fc.integer({ min: -2, max }).map(String)
  switch (type) {
    case 'choice':
    case 'rank':
      return one(values)
    case 'flag':
      return one(['true', 'false', '1', '0'])
    case 'time':
      return fc
        .tuple(
          fc.integer({ min: -45 * 24, max: 48 }),
          one(['day', 'clock', 'z', 'offset']),
          fc.integer({ min: 0, max: 999 }),
        )
        .map(([hours, form, ms]) => {
          const iso = new Date(now.getTime() + hours * 3_600_000 + (ms % 3)).toISOString()
          if (form === 'day') return iso.slice(0, 10)
          return form === 'clock' ? iso.slice(0, 16) : form === 'z' ? iso : iso.replace('Z', '+05:30')
        })
    case 'money':
      return fc.oneof(
        one(['0', '0.00421', '0.008420', '-1', '999999999999.999999', '0.02105']),
        whole(3).map((text) => `${text}.5`),
      )
    case 'whole':
      return fc.oneof(whole(95), one(['999999999999999', '-999999999999999']))
    default: {
      const known = valuesIn(rows, typeof field === 'string' ? field : field.name)
      const free = fc.string({ maxLength: 6 }).filter((text) => !/[\0\uFFFD]/.test(text))
      return fc.oneof(
        { weight: 6, arbitrary: one([...known, ...values, 'nobody']) },
        { weight: 3, arbitrary: one(oddTexts) },
        { weight: 1, arbitrary: free },
      )
    }
  }
}

type Rule = { field: string; operator: Field['operators'][number]; values: string[] }

function ruleOf(rows: readonly Conversation[]): fc.Arbitrary<Rule> {
  const custom = customKeys.map((name) => ({
    name,
    field: name,
    operators: ['exact', 'not', 'in', 'icontains', 'isnull'] as const,
  }))
  const own = conversationFields.fields.map((field) => ({ name: field.name, field, operators: field.operators }))
  const kinds = [...own, ...custom].flatMap(({ name, field, operators }) =>
    operators.map((operator) => {
      const value = operator === 'isnull' ? fc.constantFrom('true', 'false', '1', '0') : valueOf(field, rows)
      return fc.array(value, { minLength: 1, maxLength: 3 }).map((values): Rule => ({ field: name, operator, values }))
    }),
  )
  return fc.oneof(...kinds)
}

/** A nested group. */
type Inner = { and: Rule[] } | { or: Rule[] }

export function caseOf(rows: readonly Conversation[]): fc.Arbitrary<Case> {
  const rule = ruleOf(rows)
  const rules = (minLength: number) => fc.array(rule, { minLength, maxLength: 3 })
  const group = fc.oneof(
    rules(1).map((and): Inner => ({ and })),
    rules(1).map((or): Inner => ({ or })),
  )
  const part = fc.oneof({ weight: 3, arbitrary: rule }, { weight: 1, arbitrary: group })
  const filter = fc.oneof(
    fc.array(part, { maxLength: 4 }).map((and): FilterGroup => ({ and })),
    fc.array(part, { minLength: 1, maxLength: 4 }).map((or): FilterGroup => ({ or })),
  )
  const names = conversationFields.fields.filter((field) => field.orderable).map((field) => field.name)
  const ordering = fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 3 })
    .chain((list) => fc.tuple(...list.map((name) => fc.boolean().map((down) => (down ? `-${name}` : name)))))
    .map((list) => list.join(','))
  return fc.record({ filter, ordering, zone: fc.constantFrom(...zones) })
}
