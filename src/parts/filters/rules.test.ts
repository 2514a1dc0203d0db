import { expect, test } from 'vitest'
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import { filterParams, noFilters, problemOf, readRules, searchOf, withSearch, writeRules } from './rules.ts'

const read = (text: string, own: readonly string[] = []) =>
  readRules(conversationFields, new URLSearchParams(text), own)
const written = (text: string) => String(writeRules(read(text)))
const paramsOf = (text: string) => filterParams(read(text).rules)

test('flat parameters support operators, custom fields, several values and several rules', () => {
  const text = 'status=open,pending&label__not=vip&total_cost__gte=0.5&cf.tier=gold&last_message_at__gte=2026-11-01'
  expect(paramsOf(text)).toEqual({
    status: ['open,pending'],
    label__not: ['vip'],
    total_cost__gte: ['0.5'],
    'cf.tier': ['gold'],
    last_message_at__gte: ['2026-11-01'],
  })
  expect(read(text).refused).toEqual([])
  expect(new URLSearchParams(written(text)).toString()).toBe(new URLSearchParams(text).toString())
})

test('two rules with the same name are both kept', () => {
  expect(paramsOf('label=vip&label=refund')).toEqual({ label: ['vip', 'refund'] })
  expect(written('label=vip&label=refund')).toBe('label=vip&label=refund')
})

test("the page's own parameters and those of every list are not filters", () => {
  expect(read('ordering=number&page=2&tz=Europe/Berlin&conversation=c1', ['conversation'])).toEqual(noFilters)
  expect(String(writeRules(read('unread=true'), new URLSearchParams('ordering=number')))).toBe(
    'ordering=number&unread=true',
  )
})

test('an invalid parameter is reported with the reason, not sent, and kept in the URL', () => {
  const text =
    'stauts=open&priority__icontains=h&status=opne&total_cost__gte=0,5&created_at__gte=2026-02-30&waiting_since__lt=0000-01-01&label=%00&unread=true'
  const { rules, refused } = read(text)
  expect(rules.map((rule) => rule.field.name)).toEqual(['unread'])
  expect(refused.map(({ name, reason }) => [name, reason])).toEqual([
    ['stauts', 'There is no filter “stauts”.'],
    ['priority__icontains', 'Priority has no operator "icontains". Use exact, not, in, gt, gte, lt, lte.'],
    ['status', '"opne" is not one of open, pending, snoozed, resolved.'],
    ['total_cost__gte', 'Cost takes one value. Remove the comma.'],
    ['created_at__gte', '"2026-02-30" is not a date or time. Use 2026-11-01 or 2026-11-01T08:00:00Z.'],
    ['waiting_since__lt', 'Use a year from 1900 to 9998.'],
    ['label', 'This contains invalid characters.'],
  ])
  const again = new URLSearchParams(written(text))
  for (const [name, value] of new URLSearchParams(text)) expect(again.getAll(name)).toContain(value)
})

test('a parameter without a value is ignored; parameters beyond fifty are rejected', () => {
  expect(read('status=&label=%20')).toEqual(noFilters)
  const many = read(Array.from({ length: 52 }, (_, index) => `label=l${index}`).join('&'))
  expect(many.rules).toHaveLength(50)
  expect(many.refused.map((one) => one.reason)).toEqual(['Use at most 50 filters.', 'Use at most 50 filters.'])
})

test('a rule that cannot be sent has a reason', () => {
  const rule = (text: string, values: readonly string[]) => {
    const [first] = readRules(runFields, new URLSearchParams(text)).rules
    if (first === undefined) throw new Error(`No rule in ${text}`)
    return problemOf(runFields, { ...first, values })
  }
  expect(rule('error_code=timeout', ['timeout'])).toBeNull()
  expect(rule('error_code=timeout', ['a, b'])).toBe('A comma separates values. Remove it.')
  expect(rule('error_code__icontains=a', ['a, b'])).toBeNull()
  expect(rule('error_code=timeout', [])).toBe('Choose a value.')
  expect(rule('cost__gte=1', ['one'])).toContain('"one" is not an amount.')
})

test('the search is one of the rules and can contain a comma', () => {
  const filters = read('q=one, two&unread=true')
  expect(searchOf(filters.rules)).toBe('one, two')
  expect(String(writeRules(withSearch(conversationFields, filters, 'three')))).toBe('unread=true&q=three')
  expect(String(writeRules(withSearch(conversationFields, filters, ' ')))).toBe('unread=true')
})
