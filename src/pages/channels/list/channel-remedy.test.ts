import { expect, test } from 'vitest'
import type { Channel } from '#contract/channel.ts'
import { channelRemedy, remedyWord } from './channel-remedy.ts'

const channel: Channel = {
  id: 'chn_1',
  type: 'email',
  name: 'Mail',
  identifier: null,
  provider: null,
  status: 'connected',
  status_reason: null,
  flow: null,
  quality: null,
  pending_count: 0,
  last_event_at: null,
  last_error: null,
  created_at: '2026-11-01T00:00:00Z',
  sample: false,
}
const error = (code: string) => ({ code, message: 'No.', at: '2026-11-01T00:00:00Z' })
const word = (more: Partial<Channel>) => {
  const remedy = channelRemedy({ ...channel, ...more })
  return remedy === null ? null : remedyWord(remedy, { ...channel, ...more })
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
