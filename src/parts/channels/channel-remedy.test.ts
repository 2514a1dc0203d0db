import { expect, test } from 'vitest'
import type { Channel } from '#contract/channel.ts'
import { channelOf } from '#test/support/channel-of.ts'
import { channelRemedy, channelRemedyLink, remedyWord } from './channel-remedy.ts'

const error = (code: string) => ({ code, message: 'No.', at: '2026-11-01T00:00:00Z' })
const word = (change: Partial<Channel>) => {
  const channel = channelOf(change)
  const remedy = channelRemedy(channel)
  return remedy === null ? null : remedyWord(remedy, channel)
}

test('a channel that works, connects, or has an unknown status needs nothing', () => {
  expect(word({})).toBeNull()
  expect(word({ status: 'connecting' })).toBeNull()
})

test('the button names what helps, by status, error and type', () => {
  expect(word({ status: 'paused' })).toBe('Resume')
  expect(word({ status: 'error', last_error: error('auth_failed') })).toBe('Set new password')
  expect(word({ status: 'error', last_error: error('unreachable') })).toBe('Test again')
  expect(word({ status: 'error' })).toBe('Test again')
  expect(word({ status: 'reauth_required', type: 'slack' })).toBe('Set new credentials')
  expect(word({ status: 'disconnected', type: 'webhook' })).toBe('Show address')
  expect(word({ status: 'disconnected', type: 'telegram' })).toBe('Reconnect')
})

test('a channel that cannot be changed here has no remedy', () => {
  expect(word({ status: 'paused', sample: true })).toBeNull()
  expect(word({ status: 'reauth_required', type: 'voice' })).toBeNull()
})

test('as a link, the remedy leads to where it can be done', () => {
  const refused = channelOf({ status: 'error', last_error: error('auth_failed') })
  const link = (channel: Channel | undefined, canEdit = true) => channelRemedyLink(channel, '/channels', canEdit)
  const open = { label: 'Open channel', path: '/channels' }
  expect(link(refused)).toEqual({ label: 'Set new password', path: '/channels?channel=chn_1&edit=' })
  expect(link(channelOf({ status: 'disconnected', type: 'webhook' }))).toEqual({
    label: 'Show address',
    path: '/channels?channel=chn_1',
  })
  expect([link(refused, false), link(undefined), link(channelOf({ status: 'error' }))]).toEqual([open, open, open])
})
