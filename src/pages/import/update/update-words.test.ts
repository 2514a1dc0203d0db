import { expect, test } from 'vitest'
import type { UpdateFacts } from '#flow-data/compare/update-facts.ts'
import {
  averageCost,
  inactiveText,
  makeLiveText,
  meanwhileText,
  obstacleText,
  offerReason,
  requirementLines,
  requirementSum,
  updatedText,
  updateVerdict,
} from './update-words.ts'

const nothing = { tools: [], channels: [], secrets: [], variables: [], models: [], subflows: [], settings: [] }
const facts = (same: number, more: Partial<UpdateFacts> = {}): UpdateFacts => ({
  steps: {
    before: 31,
    after: 31,
    same,
  },
  isSameOrigin: null,
  isNewer: null,
  starts: [],
  requirements: nothing,
  ...more,
})

test('the verdict says whether the file is a version of the flow', () => {
  expect(updateVerdict(facts(30), 3)).toEqual({
    tone: 'ok',
    title: 'This file is another version of this flow.',
    words: '30 of its 31 steps are in this flow.',
  })
  expect(updateVerdict(facts(2, { isSameOrigin: true, isNewer: true }), 40)).toEqual({
    tone: 'ok',
    title: 'This file is a newer version of this flow.',
    words: 'Same origin id. 2 of its 31 steps are in this flow.',
  })
  expect(updateVerdict(facts(30, { isNewer: false }), 1)).toMatchObject({
    tone: 'warn',
    title: 'This file is an older version of this flow.',
  })
  expect(updateVerdict(facts(2), 60)).toMatchObject({
    tone: 'warn',
    title: 'Another flow: 2 of its 31 steps are in this flow',
  })
  expect(updateVerdict(facts(31), 0)).toMatchObject({ tone: 'info', title: 'No differences' })
})

test('requirements are met, new or gone, and those that the account lacks need the user', () => {
  const tools = requirementLines(
    [
      { name: 'crm', change: 'same', before: null, after: null },
      { name: 'orders_search', change: 'added', before: null, after: null },
      { name: 'mailer', change: 'added', before: null, after: null },
      { name: 'old', change: 'removed', before: null, after: null },
    ],
    new Set(['orders_search']),
    true,
  )
  expect(tools).toEqual([
    { state: 'met', names: 'crm, mailer', isMissing: false },
    { state: 'new', names: 'orders_search', isMissing: true },
    { state: 'gone', names: 'old', isMissing: false },
  ])
  const settings = requirementLines(
    [{ name: 'timeout_s', change: 'changed', before: '60', after: '120' }],
    new Set(),
    false,
  )
  expect(settings).toEqual([{ state: 'new', names: 'timeout_s 60 → 120', isMissing: false }])
  expect(requirementSum([...tools, ...settings])).toBe('1 met · 1 needs you · 1 new · 1 gone')
})

test('the effect of each button, and what was done', () => {
  expect(makeLiveText(9, 0)).toBe('Version 9 becomes live: new runs use it at once.')
  expect(makeLiveText(9, 3)).toMatch(/at once, and 3 runs in progress finish on their version\.$/)
  expect(inactiveText('paused')).toBe('This flow is paused: the update becomes its definition, and nothing runs.')
  expect([updatedText('A', 9, 'live', true), updatedText('A', 9, 'live', false)]).toEqual([
    'Version 9 of “A” is live.',
    '“A” was updated to version 9.',
  ])
  expect([updatedText('A', 9, 'draft', true), updatedText('A', null, 'live', true)]).toEqual([
    'Version 9 of “A” was saved as a draft.',
    '“A” already has this definition.',
  ])
  expect([obstacleText(1, 5), obstacleText(0, 2), obstacleText(0, 0)]).toEqual([
    '1 requirement is missing',
    '2 problems to fix',
    '',
  ])
})

test('a version that was made meanwhile has a name, and an average run a cost', () => {
  const by = { kind: 'person', id: 'usr_2', name: 'Mira Okafor' } as const
  expect(meanwhileText({ number: 9, by, note: '', summary: 'Changed “Agent”.' })).toBe(
    'Version 9 was made meanwhile by Mira Okafor: Changed “Agent”.',
  )
  expect(averageCost({ cost: '18.451800', runs: 1206 })).toBe('0.015300')
  expect(averageCost({ cost: '0.000000', runs: 0 })).toBeNull()
})

test('the import says why it offers an update', () => {
  expect(offerReason(facts(30), false)).toBe('30 of its 31 steps are in this flow.')
  expect(offerReason(facts(2), true)).toBe('It has the same name, but only 2 of its 31 steps are in this flow.')
  expect(offerReason(facts(2, { isSameOrigin: true }), false)).toBe('It has the same origin id.')
  expect(offerReason(null, true)).toBe('It has the same name.')
})
