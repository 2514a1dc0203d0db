import { expect, test } from 'vitest'
import { conversationFields } from '#contract/conversation.ts'
import { readGroup, type FilterGroup } from '#contract/filter/filter-group.ts'
import { filtersOfGroup, readGroups } from './groups.ts'
import { treeOf, withTree } from './filter-tree.ts'
import { paramsOf, readRules, writeRules } from './rules.ts'
import { isSameFilter, combinedFilter } from './combined-filter.ts'

const open = { field: 'status', values: ['open'] }
const vip = { field: 'label', values: ['vip'] }
const high = { field: 'priority', operator: 'gte' as const, values: ['high'] }

const read = (params: Record<string, string>) =>
  readRules(conversationFields, new URLSearchParams(params), [], readGroups)
const filter = (group: object) => ({ filter: JSON.stringify(group) })
const writtenOf = (params: Record<string, string>) => Object.fromEntries(writeRules(read(params)))

test('rules of an "and" become flat parameters, groups stay in "filter", and the result can be read again', () => {
  const params = { unread: 'true', ...filter({ and: [open, { or: [vip, high] }] }) }
  const filters = read(params)
  expect(filters.refused).toEqual([])
  const written = { unread: 'true', status: 'open', ...filter({ and: [{ or: [vip, high] }] }) }
  expect(writtenOf(params)).toEqual(written)
  expect(paramsOf(filters)).toEqual({ unread: ['true'], status: ['open'], filter: written.filter })
  expect(writtenOf(written)).toEqual(written)
})

test('a single "or" is the outermost group; beside other filters it is one of the groups', () => {
  const alone = filter({ or: [open, { and: [vip, high] }] })
  expect(treeOf(read(alone)).join).toBe('or')
  expect(writtenOf({ q: 'refund', ...alone })).toEqual({ q: 'refund', ...alone })
  const beside = read({ unread: 'true', ...filter({ or: [open, vip] }) })
  expect(treeOf(beside)).toMatchObject({ join: 'and', groups: [{ join: 'or' }] })
})

test('a value with a comma and a key with two underscores stay in a group, where they are unambiguous', () => {
  for (const rule of [
    { field: 'label', values: ['a, b'] },
    { field: 'cf.a__b', values: ['1'] },
    { field: 'total_cost', operator: 'gte' as const, values: ['1', '2'] },
  ]) {
    const filters = read(filter({ and: [open, rule] }))
    expect(filters.rules.map(({ field }) => field.name)).toEqual(['status'])
    expect(isSameFilter(combinedFilter(filters), { and: [open, { and: [rule] }] })).toBe(true)
    expect(withTree(filters, treeOf(filters))).toEqual(filters)
  }
})

test('an invalid filter is reported with the position of the error, not sent, and kept in the URL', () => {
  const hostile: [string, RegExp][] = [
    ['{', /not JSON/],
    ['7', /Use an object\./],
    ['{"and":[{"or":[{"values":["a"]}]}]}', /This field is required\./],
    ['{"and":[{"field":"status","operator":"is","values":["open"]}]}', /Use one of: exact, not, /],
    ['{"and":[],"or":[]}', /either "and" or "or"/],
    ['{"and":[{"field":"colour","values":["red"]}]}', /in group 1: There is no filter “colour”/],
    ['{"and":[{"or":[{"field":"status","values":["opne"]}]}]}', /in group 1, rule 1: "opne" is not one of/],
    [JSON.stringify({ and: [{ or: [{ and: [open] }] }] }), /in group 1/],
    [JSON.stringify({ and: Array.from({ length: 11 }, () => ({ or: [open] })) }), /at most 10 groups/],
    [JSON.stringify({ and: Array.from({ length: 51 }, () => open) }), /at most 50 rules/],
  ]
  for (const [value, why] of hostile) {
    const filters = read({ unread: 'true', filter: value })
    expect(
      filters.rules.map(({ field }) => field.name),
      value,
    ).toEqual(['unread'])
    expect(filters.refused, value).toMatchObject([{ name: 'filter', value, reason: expect.stringMatching(why) }])
    expect(writeRules(filters).get('filter')).toBe(value)
    expect(paramsOf(filters)).toEqual({ unread: ['true'] })
  }
  const beside = read({ unread: 'true', ...filter({ or: [open, { and: [vip, high] }] }) })
  expect(beside.refused[0]?.reason).toMatch(/cannot be combined/)
  const refused = readRules(conversationFields, new URLSearchParams(filter({ and: [open] })))
  expect(refused.refused[0]?.reason).toMatch(/There is no filter “filter”/)
})

test('rules beside an "or" of groups are added to each group, so that two levels suffice', () => {
  const filters = read({ q: 'refund', ...filter({ or: [open, { and: [vip, high] }, { or: [vip, high] }] }) })
  const q = { field: 'q', values: ['refund'] }
  const whole = combinedFilter(filters)
  expect(whole).toEqual({
    or: [{ and: [q, open] }, { and: [q, vip, high] }, { and: [q, vip] }, { and: [q, high] }],
  })
  expect(readGroup(conversationFields, whole).errors).toEqual({})
})

test('a displayed view is equal to the stored one, regardless of the order of its parts', () => {
  const kept: FilterGroup[] = [
    { and: [] },
    { and: [open, vip, { or: [vip, high] }] },
    { or: [open, vip] },
    { or: [open, { and: [vip, high] }] },
  ]
  for (const group of kept)
    expect(isSameFilter(combinedFilter(filtersOfGroup(conversationFields, group)), group)).toBe(true)
  expect(isSameFilter({ and: [open, vip] }, { and: [vip, { ...open, operator: 'in' }] })).toBe(true)
  expect(isSameFilter({ and: [open, vip] }, { or: [open, vip] })).toBe(false)
})

test('a single rule joined by "or" is written flat; the search is never joined', () => {
  const filters = read({ status: 'open', q: 'refund' })
  const tree = { ...treeOf(filters), join: 'or' as const }
  expect(withTree(filters, tree)).toEqual(filters)
  const two = withTree(filters, { ...tree, rules: [...tree.rules, ...read({ label: 'vip' }).rules] })
  expect(Object.fromEntries(writeRules(two))).toEqual({ q: 'refund', ...filter({ or: [open, vip] }) })
})
