import { expect, test } from 'vitest'
import { allNouns } from './account.ts'
import { allEndpoints } from './api.ts'

test('after a sign-in all data that belongs to an account counts as stale', () => {
  const stale = new Set<string>(allNouns)
  const read = allEndpoints.filter(({ method, access }) => method === 'GET' && !['anyone', 'machine'].includes(access))
  const others = new Set(read.map(({ noun }) => noun).filter((noun) => !stale.has(noun)))
  // The event stream is opened again, and metrics belong to the service.
  expect([...others]).toEqual(['event', 'service'])
})
