import { expect, test } from 'vitest'
import { aConversation } from '#test/support/a-conversation.ts'
import { concurrentChanges, replyObstacle } from './reply-checks.ts'

const said = (direction: 'in' | 'out' | 'note', author: 'contact' | 'flow' | 'person') => ({
  last_message: { at: '2026-11-20T10:05:00Z', direction, author, text: 'New' },
})

test('relevant changes are reported; marking as read is not', () => {
  const told = (change: Partial<typeof aConversation>) =>
    concurrentChanges(aConversation, { ...aConversation, ...change, version: 4 }, 'usr_me')
  expect(told({ unread_count: 0, waiting_since: null })).toEqual([])
  expect(told(said('in', 'contact'))).toEqual(['Ada wrote.'])
  expect(told(said('out', 'person'))).toEqual(['Someone replied.'])
  expect(told(said('out', 'flow'))).toEqual(['The flow replied.'])
  expect(told({ assignee: { id: 'usr_2', name: 'Paul' }, status: 'resolved' })).toEqual([
    'It is now assigned to Paul.',
    'It is now resolved.',
  ])
  expect(told({ assignee: { id: 'usr_me', name: 'Me' } })).toEqual([])
  expect(concurrentChanges({ ...aConversation, handled_by: 'person' }, aConversation, null)).toEqual([
    'The flow now handles it.',
  ])
})

test('an obstacle to replies is derived from the channel before sending', () => {
  const channel = { name: 'Shop chat', status: 'connected' as const }
  expect(replyObstacle(aConversation, channel)).toBeNull()
  expect(replyObstacle(aConversation, undefined)).toBeNull()
  expect(replyObstacle(aConversation, { ...channel, status: 'error' })).toBeNull()
  expect(replyObstacle(aConversation, { ...channel, status: 'paused' })).toContain('Shop chat is paused')
  expect(replyObstacle({ ...aConversation, sample: true }, { ...channel, status: 'paused' })).toBeNull()
  expect(replyObstacle(aConversation, { ...channel, status: 'disconnected' })).toContain('is not connected')
  expect(replyObstacle(aConversation, null)).toContain('was deleted')
  expect(replyObstacle({ ...aConversation, sample: true }, null)).toBeNull()
  expect(replyObstacle({ ...aConversation, channel: null }, undefined)).toContain('was deleted')
})

test('a channel that takes no replies says why, by its type', () => {
  const obstacleOf = (type: 'whatsapp' | 'voice' | 'slack') =>
    replyObstacle(
      { ...aConversation, can_reply: false, channel: { id: 'chn_1', name: 'Shop', type } },
      { name: 'Shop', status: 'connected' },
    )
  expect(obstacleOf('whatsapp')).toContain('24 hours')
  expect(obstacleOf('voice')).toContain('Call the contact back')
  expect(obstacleOf('slack')).toContain('takes no replies')
})
