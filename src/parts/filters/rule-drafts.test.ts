import { expect, test } from 'vitest'
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import { readGroups } from './groups.ts'
import { treeOf, treeText, type FilterTree } from './filter-tree.ts'
import { ruleDraftOf, emptyRule, completeTree, mergedTreeDraft, offeredFields, treeDraftOf } from './rule-drafts.ts'
import { paramOf, readRules } from './rules.ts'

const treeOfText = (text: string): FilterTree =>
  treeOf(readRules(conversationFields, new URLSearchParams(text), [], readGroups))
const groupOf = (field: string, value: string) => ({ or: [{ field, values: [value] }] })
const filterOf = (...and: object[]) => `filter=${encodeURIComponent(JSON.stringify({ and }))}`
const offered = offeredFields(conversationFields, ['tier'])

test('all fields except the search are offered; custom fields only if the catalogue supports them', () => {
  expect(offered.map((one) => one.name)).not.toContain('q')
  expect(offered.at(-1)).toMatchObject({ name: 'cf.tier', label: 'Field: tier', customKey: 'tier' })
  expect(offeredFields(runFields, ['tier']).map((one) => one.name)).not.toContain('cf.tier')
})

test('a new rule is incomplete until it has a value, and a group until it has a complete rule', () => {
  for (const one of offered) {
    const rules = [ruleDraftOf(emptyRule(one))]
    const draft = { join: 'and', rules, groups: [{ id: 1, join: 'or', rules }] } as const
    expect(completeTree(conversationFields, draft), one.name).toEqual({ join: 'and', rules: [], groups: [] })
  }
  const tree = treeOfText(`status=open&label=a&${filterOf(groupOf('label', 'a, b'))}`)
  expect(treeText(completeTree(conversationFields, treeDraftOf(tree)))).toBe(treeText(tree))
})

test('drafts follow an external change of the filter, and incomplete rules are kept', () => {
  const [first] = offered
  if (first === undefined) throw new Error('no field')
  const before = treeDraftOf(
    treeOfText(`status=open&unread=true&${filterOf(groupOf('label', 'a'), groupOf('label', 'b'))}`),
  )
  const unfinished = { id: 7_000, join: 'or', rules: [ruleDraftOf(emptyRule(first))] } as const
  const draft = {
    ...before,
    rules: [...before.rules, ruleDraftOf(emptyRule(first))],
    groups: [...before.groups, unfinished],
  }
  const now = treeOfText(`unread=true&label=vip&${filterOf(groupOf('label', 'b'), groupOf('label', 'c'))}`)
  const next = mergedTreeDraft(conversationFields, draft, now)
  expect(next.rules.map(({ rule }) => paramOf(rule).join('='))).toEqual(['unread=true', 'status=', 'label=vip'])
  expect(next.rules.slice(0, 2)).toEqual(draft.rules.slice(1))
  expect(next.groups.slice(0, 2)).toEqual([before.groups[1], unfinished])
  expect(next.groups[2]?.rules.map(({ rule }) => rule.values)).toEqual([['c']])
})
