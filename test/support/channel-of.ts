/** A channel for tests: a mailbox that works. */
import type { Channel } from '#contract/channel.ts'

export const channelOf = (change: Partial<Channel> = {}): Channel => ({
  id: 'chn_1',
  type: 'email',
  name: 'orders@shop.example',
  identifier: null,
  provider: null,
  status: 'connected',
  status_reason: null,
  flow: null,
  quality: null,
  pending_count: 0,
  last_event_at: null,
  last_error: null,
  created_at: '2026-01-01T00:00:00Z',
  sample: false,
  ...change,
})
