/** A naive evaluation of filters on returned rows by the contract: the reference for the SQL. */
import { type Conversation, priorities } from '#contract/conversation.ts'
import type { Field, Operator } from '#contract/kernel/catalogue.ts'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import { parseMicros } from '#lib/money/money.ts'
import { rangeOfText } from '#lib/time/local-time.ts'

export interface NaiveContext {
  zone: string
  caller: string
}

type Value = string | number | bigint | boolean | string[] | null

const columns: Readonly<Record<string, (row: Conversation) => Value>> = {
  status: (row) => row.status,
  priority: (row) => priorities.indexOf(row.priority),
  assignee: (row) => row.assignee?.id ?? null,
  team: (row) => row.team,
  channel: (row) => row.channel?.id ?? null,
  flow: (row) => row.flow?.id ?? null,
  handled_by: (row) => row.handled_by,
  label: (row) => row.labels,
  unread: (row) => row.unread_count > 0,
  number: (row) => row.number,
  contact: (row) => row.contact.id,
  contact__name: (row) => row.contact.name,
  contact__email: (row) => row.contact.email,
  contact__phone: (row) => row.contact.phone,
  contact__company: (row) => row.contact.company,
  contact__tag: (row) => row.contact.tags,
  total_cost: (row) => parseMicros(row.total_cost),
  unread_count: (row) => row.unread_count,
  message_count: (row) => row.message_count,
  last_message_at: (row) => row.last_message?.at ?? null,
  waiting_since: (row) => row.waiting_since,
  snoozed_until: (row) => row.snoozed_until,
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
  q: (row) => `${row.subject} order ${(row.number - 1) % 7}`,
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

function ofText(value: string | null, operator: Operator, expected: string[], folded: boolean): boolean {
  const fold = (text: string) => (folded ? text.toLowerCase() : text)
  if (operator === 'icontains')
    return value !== null && expected.some((one) => value.toLowerCase().includes(one.toLowerCase()))
  const same = value !== null && expected.some((one) => fold(one) === fold(value))
  return operator === 'not' ? !same : same
}

function ofNumber(value: number | bigint | null, operator: Operator, expected: bigint[]): boolean {
  if (operator === 'not') return value === null || !expected.includes(BigInt(value))
  if (value === null) return false
  const own = BigInt(value)
  return expected.some((one) =>
    operator === 'gt'
      ? own > one
      : operator === 'gte'
        ? own >= one
        : operator === 'lt'
          ? own < one
          : operator === 'lte'
            ? own <= one
            : own === one,
  )
}

function ofTime(value: string | null, operator: Operator, expected: string[], zone: string): boolean {
  if (value === null) return false
  const own = Date.parse(value)
  return expected.some((text) => {
    const range = rangeOfText(text, zone)
    const [from, to] = [range?.from.getTime() ?? 0, range?.to.getTime() ?? 0]
    if (operator === 'gt') return own >= to
    if (operator === 'gte') return own >= from
    if (operator === 'lt') return own < from
    return operator === 'lte' ? own < to : own >= from && own < to
  })
}

function ofRef(value: string | null, operator: Operator, expected: string[], field: Field, caller: string): boolean {
  const same = expected.some((one) => {
    if (one === 'none' && field.values.includes('none')) return value === null
    return value === (one === 'me' && field.values.includes('me') ? caller : one)
  })
  return operator === 'not' ? !same : same
}

function ofSearch(value: string, number: number, questions: readonly string[]): boolean {
  const has = wordsOf(value)
  return questions.some((question) => {
    if (/^\s*#?\d+\s*$/.test(question) && Number(question.replace('#', '')) === number) return true
    const words = wordsOf(question)
    return words.length > 0 && words.every((word) => has.some((one) => one.startsWith(word)))
  })
}

function ofQuantity(value: number | bigint | null, { field, operator, values }: NaiveRule): boolean {
  const numbers = values.map((one) =>
    field.type === 'rank'
      ? BigInt(field.values.indexOf(one))
      : field.type === 'money'
        ? (parseMicros(one) ?? 0n)
        : BigInt(one),
  )
  return ofNumber(value, operator, numbers)
}

type NaiveRule = Pick<Rule, 'field' | 'customKey' | 'operator' | 'values'>

const customValue = (row: Conversation, key: string): string | null => {
  const value = row.custom_fields[key]
  return value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether the row matches any value of the rule. */
function passesRule(row: Conversation, rule: NaiveRule, { zone, caller }: NaiveContext): boolean {
  const { field, operator, customKey } = rule
  const expected = [...rule.values]
  const value = customKey === null ? (columns[field.name]?.(row) ?? null) : customValue(row, customKey)
  if (operator === 'isnull') {
    const isNone = value === null || (Array.isArray(value) && value.length === 0)
    return expected.some((one) => (one === 'true' || one === '1') === isNone)
  }
  if (field.type === 'search') return ofSearch(String(value), row.number, expected)
  if (Array.isArray(value)) return value.some((one) => expected.includes(one)) === (operator !== 'not')
  if (typeof value === 'boolean') return expected.some((one) => (one === 'true' || one === '1') === value)
  if (typeof value === 'bigint' || typeof value === 'number') return ofQuantity(value, rule)
  if (['whole', 'money', 'rank'].includes(field.type)) return ofQuantity(null, rule)
  if (field.type === 'time') return ofTime(value, operator, expected, zone)
  if (field.type === 'ref') return ofRef(value, operator, expected, field, caller)
  return ofText(value, operator, expected, field.name === 'contact__name' || field.name === 'contact__email')
}

/** Whether the row matches `field__operator=text`. */
export function naive(
  row: Conversation,
  field: Field,
  operator: Operator,
  text: string,
  context: NaiveContext,
): boolean {
  const isOne = field.type === 'search' || operator === 'icontains'
  const values = isOne ? [text] : text.split(',').map((one) => one.trim())
  return passesRule(row, { field, customKey: null, operator, values }, context)
}

/** Whether the row matches a rule or group of a filter. */
export function passes(row: Conversation, part: FilterPart, context: NaiveContext): boolean {
  if (isRule(part)) return passesRule(row, part, context)
  if (part.parts.length === 0) return true
  const test = (one: FilterPart) => passes(row, one, context)
  return part.join === 'and' ? part.parts.every(test) : part.parts.some(test)
}
