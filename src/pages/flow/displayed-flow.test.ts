import { expect, test } from 'vitest'
import { pendingVersion, acceptUpdate } from './displayed-flow.ts'

const flow = (version: number, name = 'Night desk') => ({ version, name })

test('figures of the same version are taken in', () => {
  const held = { flow: flow(3), own: 3 }
  const latest = flow(3)
  expect(acceptUpdate(held, latest).flow).toBe(latest)
  expect(pendingVersion(held, latest)).toBeNull()
})

test('a version of somebody else waits', () => {
  const held = { flow: flow(3), own: 3 }
  const latest = flow(4, 'Day desk')
  expect(acceptUpdate(held, latest)).toBe(held)
  expect(pendingVersion(held, latest)).toBe(latest)
})

test('a version that was made here is shown at once, with what others did before it', () => {
  const held = { flow: flow(3), own: 5 }
  const latest = flow(5, 'Mine over theirs')
  expect(acceptUpdate(held, latest).flow).toBe(latest)
  expect(pendingVersion(held, latest)).toBeNull()
})

test('of a service that counts no versions the latest answer is shown', () => {
  const held = { flow: flow(Number.NaN), own: Number.NaN }
  const latest = flow(Number.NaN, 'Day desk')
  expect(acceptUpdate(held, latest).flow).toBe(latest)
  expect(pendingVersion(held, latest)).toBeNull()
})
