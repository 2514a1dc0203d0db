import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { activityWords, pathOfObject, readActivityGroup } from './activity-words.ts'

test('every logged write of the contract has a text', () => {
  // Not logged: web chat visitors and webhook senders are not people of the account, and reads by POST change nothing.
  const silent = new Set(['webchat.open', 'webchat.send', 'hook.receive', 'hook.events', 'tool.check'])
  const writes = allEndpoints.filter(
    ({ id, method, access }) => method !== 'GET' && access !== 'machine' && access !== 'read' && !silent.has(id),
  )
  for (const { id } of writes) expect(activityWords(id), id).not.toBe(id.replace('.', ' '))
})

test('an unknown action is shown by its name', () => {
  expect(activityWords('flow.publish_now')).toBe('flow publish now')
  expect(activityWords('constructor')).toBe('constructor')
})

test('an object links to its page, unless the action removed it or it has none', () => {
  const flow = { noun: 'flow', id: 'flw_1', name: 'Orders' }
  expect(pathOfObject({ action: 'flow.rename', object: flow })).toBe('/flows/flw_1')
  expect(pathOfObject({ action: 'flow.remove', object: flow })).toBeNull()
  expect(pathOfObject({ action: 'key.create', object: { ...flow, noun: 'key' } })).toBeNull()
  expect(pathOfObject({ action: 'x', object: { ...flow, noun: 'toString' } })).toBeNull()
  expect(pathOfObject({ action: 'session.create', object: null })).toBeNull()
})

test('an unknown group is ignored', () => {
  expect(readActivityGroup('session.failed')).toBe('session.failed')
  expect(readActivityGroup('nonsense')).toBe('')
  expect(readActivityGroup(null)).toBe('')
})
