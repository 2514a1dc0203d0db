import { expect, test } from 'vitest'
import { needsPerson, needyStatuses } from './channel-attention.ts'

test('who is needed', () => {
  const all = ['error', 'reauth_required', 'disconnected', 'paused', 'connecting', 'connected'] as const
  expect(all.filter((status) => needsPerson({ status }))).toEqual(needyStatuses)
})
