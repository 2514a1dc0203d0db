import { expect, test } from 'vitest'
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { operatorChoiceOf, firstChoice, operatorChoices, withChoice } from './operator-choices.ts'
import { readRules } from './rules.ts'
import { chipsOf, ruleWords, type WordsContext } from './rule-words.ts'
import { localOf, ruleTimeWords, valueOfLocal } from './rule-time.ts'

const context: WordsContext = {
  now: Date.parse('2026-11-21T12:00:00Z'),
  zone: 'Europe/Berlin',
  locale: 'en-GB',
  currency: 'EUR',
  nameOf: (field, id) => (field === 'flow' && id === 'flow_1' ? 'Refund up to €50' : undefined),
}
const rulesOf = (text: string, catalogue: Catalogue = conversationFields) =>
  readRules(catalogue, new URLSearchParams(text)).rules
const words = (text: string, catalogue?: Catalogue) =>
  rulesOf(text, catalogue).map((rule) => Object.values(ruleWords(rule, context)).join(' · '))

test('a rule is shown with label, operator and values', () => {
  expect(words('status=open,pending')).toEqual(['Status · Open, Pending'])
  expect(words('status__in=open&label__not=vip')).toEqual(['Status · Open', 'Label · not vip'])
  expect(words('priority__gte=high')).toEqual(['Priority · at least High'])
  expect(words('assignee=me,none')).toEqual(['Assignee · Me, Unassigned'])
  expect(words('flow=flow_1')).toEqual(['Flow · Refund up to €50'])
  expect(words('flow=flow_2,none')).toEqual(['Flow · flow_2, None'])
  expect(words('unread=1')).toEqual(['Unread · yes'])
  expect(words('team__isnull=true&team__isnull=false')).toEqual(['Team · is empty', 'Team · is not empty'])
  expect(words('contact__name__icontains=Müller, A')).toEqual(['Contact name · contains “Müller, A”'])
  expect(words('cf.contract_tier=gold')).toEqual(['contract_tier · gold'])
  expect(words('total_cost__gte=0.5')).toEqual(['Cost · at least €0.50'])
  expect(words('duration_ms__gte=90000&status=timed_out', runFields)).toEqual([
    'Duration · at least 1 min 30 s',
    'Status · Timed out',
  ])
})

test('values beyond the first three are counted', () => {
  expect(words('label=a,b,c,d')).toEqual(['Label · a, b, c, d'])
  expect(words('label=a,b,c,d,e')).toEqual(['Label · a, b, c, 2 more'])
})

test('times are shown in the given time zone', () => {
  expect(ruleTimeWords('2026-11-01', context)).toBe('1 Nov')
  expect(ruleTimeWords('2026-11-21T13:30', context)).toBe('21 Nov, 13:30')
  expect(ruleTimeWords('2026-11-21T13:30:00Z', context)).toBe('21 Nov, 14:30')
  expect(ruleTimeWords('2024-02-29', context)).toBe('29 Feb 2024')
  expect(localOf('2026-11-21T23:30:15Z', 'Europe/Berlin')).toEqual({ day: '2026-11-22', time: '00:30:15' })
  expect(localOf('2026-11-21', 'Europe/Berlin')).toEqual({ day: '2026-11-21', time: '' })
  expect([valueOfLocal('2026-11-21', '08:00'), valueOfLocal('2026-11-21', ''), valueOfLocal('', '08:00')]).toEqual([
    '2026-11-21T08:00',
    '2026-11-21',
    '',
  ])
})

const chips = (text: string) =>
  chipsOf(rulesOf(text, runFields), context).map((chip) => `${chip.label} ${chip.value} (${chip.rules.length})`)

test('both ends of a date range form one chip, in any order', () => {
  expect(chips('started_at__gte=2026-10-23&started_at__lt=2026-11-22')).toEqual(['Started 23 Oct – 21 Nov (2)'])
  expect(chips('started_at__lte=2026-11-21&is_test=false&started_at__gte=2026-10-23')).toEqual([
    'Started 23 Oct – 21 Nov (2)',
    'Test no (1)',
  ])
  expect(chips('started_at__gte=2026-11-21&started_at__lte=2026-11-21')).toEqual(['Started 21 Nov (2)'])
  expect(chips('started_at__gte=2026-11-21T08:00&started_at__lt=2026-11-22')).toHaveLength(2)
  expect(chips('started_at__gte=2026-11-23&started_at__lt=2026-11-22')).toHaveLength(2)
  expect(chips('q=refund&status=failed')).toEqual(['Status Failed (1)'])
})

test('the default operator is supported by the field, and the choice of each rule is recognized', () => {
  for (const catalogue of [conversationFields, runFields])
    for (const field of catalogue.fields) {
      expect(field.operators).toContain(firstChoice(field).operator)
      for (const choice of operatorChoices(field)) {
        const rule = withChoice({ field, customKey: null, operator: firstChoice(field).operator, values: [] }, choice)
        expect(operatorChoiceOf(rule).key, `${field.name} ${choice.words}`).toBe(choice.key)
      }
    }
})

test('another operator keeps values that still fit', () => {
  const [rule] = rulesOf('label=a,b')
  if (rule === undefined) throw new Error('no rule')
  const by = (key: string) => {
    const choice = operatorChoices(rule.field).find((one) => one.key === key)
    if (choice === undefined) throw new Error(key)
    return choice
  }
  expect(withChoice(rule, by('not')).values).toEqual(['a', 'b'])
  const empty = withChoice(rule, by('empty'))
  expect(empty.values).toEqual(['true'])
  expect(withChoice(empty, by('exact')).values).toEqual([])
})
