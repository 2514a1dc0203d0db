import { expect, test } from 'vitest'
import { pendingVersion, acceptUpdate } from './displayed-flow.ts'

const flow = (version: number, name = 'Night desk') => ({ version, name })

test('fields of the same version are updated', () => {
  const held = { flow: flow(3), acceptedVersion: 3 }
  const latest = flow(3)
  expect(acceptUpdate(held, latest).flow).toBe(latest)
  expect(pendingVersion(held, latest)).toBeNull()
})

test("another user's version is not displayed until it is accepted", () => {
  const held = { flow: flow(3), acceptedVersion: 3 }
  const latest = flow(4, 'Day desk')
  expect(acceptUpdate(held, latest)).toBe(held)
  expect(pendingVersion(held, latest)).toBe(latest)
})

test('a version saved here is displayed immediately, including earlier changes by others', () => {
  const held = { flow: flow(3), acceptedVersion: 5 }
  const latest = flow(5, 'Mine over theirs')
  expect(acceptUpdate(held, latest).flow).toBe(latest)
  expect(pendingVersion(held, latest)).toBeNull()
})

test('without version numbers the latest answer is displayed', () => {
  const held = { flow: flow(Number.NaN), acceptedVersion: Number.NaN }
  const latest = flow(Number.NaN, 'Day desk')
  expect(acceptUpdate(held, latest).flow).toBe(latest)
  expect(pendingVersion(held, latest)).toBeNull()
})
