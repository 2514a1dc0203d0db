import { expect, test } from 'vitest'
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import { draftOf, emptyRule, finishedRules, followed, offeredFields, rulesText } from './rule-drafts.ts'
import { readRules } from './rules.ts'

const rulesOf = (text: string) => readRules(conversationFields, new URLSearchParams(text)).rules
const offered = offeredFields(conversationFields, ['tier'])

test('every field is offered but the search; custom ones only where the catalogue has them', () => {
  expect(offered.map((one) => one.name)).not.toContain('q')
  expect(offered.at(-1)).toMatchObject({ name: 'cf.tier', label: 'Field: tier', customKey: 'tier' })
  expect(offeredFields(runFields, ['tier']).map((one) => one.name)).not.toContain('cf.tier')
})

test('a new rule is not finished until it has a value', () => {
  for (const one of offered) {
    const rule = emptyRule(one)
    expect(finishedRules(conversationFields, [draftOf(rule)]), one.name).toEqual([])
  }
  const finished = finishedRules(conversationFields, rulesOf('status=open&label=a').map(draftOf))
  expect(rulesText(finished)).toBe('status=open&label=a')
})

test('what changed elsewhere is followed, what is not finished stays', () => {
  const [first] = offered
  if (first === undefined) throw new Error('no field')
  const drafts = [...rulesOf('status=open&unread=true').map(draftOf), draftOf(emptyRule(first))]
  const next = followed(conversationFields, drafts, rulesOf('unread=true&label=vip'))
  expect(next.map((draft) => rulesText([draft.rule]))).toEqual(['unread=true', 'status=', 'label=vip'])
  expect(next.slice(0, 2).map((draft) => draft.id)).toEqual(drafts.slice(1).map((draft) => draft.id))
})
