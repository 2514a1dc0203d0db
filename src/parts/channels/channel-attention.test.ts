import { expect, test } from 'vitest'
import { needsAttention, attentionStatuses } from './channel-attention.ts'

test('channels that need attention', () => {
  const all = ['error', 'reauth_required', 'disconnected', 'paused', 'connecting', 'connected'] as const
  expect(all.filter((status) => needsAttention({ status }))).toEqual(attentionStatuses)
})
