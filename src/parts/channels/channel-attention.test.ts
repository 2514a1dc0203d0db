import { expect, test } from 'vitest'
import { needsAttention, attentionStatuses } from './channel-attention.ts'

test('a channel needs attention if it has an error, needs a new sign-in or is disconnected', () => {
  const all = ['error', 'reauth_required', 'disconnected', 'paused', 'connecting', 'connected'] as const
  expect(all.filter((status) => needsAttention({ status }))).toEqual(attentionStatuses)
})
