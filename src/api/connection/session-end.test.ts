import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const load = () => import('./session-end.ts')

test('401 asks to sign in, 403 only if its message says so', async () => {
  const { requiresSignIn } = await load()
  const details = { code: 'http_403', detail: 'You do not have permission to perform this action.' }
  expect(requiresSignIn({ ...details, status: 401 })).toBe(true)
  expect(requiresSignIn({ ...details, status: 403 })).toBe(false)
  expect(requiresSignIn({ ...details, status: 403, detail: 'Authentication credentials were not provided.' })).toBe(
    true,
  )
  expect(requiresSignIn({ ...details, status: 403, code: 'not_authenticated' })).toBe(true)
  expect(requiresSignIn({ ...details, status: 404, detail: 'not authenticated' })).toBe(false)
})

test('without an earlier session no sign-in is requested', async () => {
  const { sessionEnded, waitForSignIn } = await load()
  expect(await waitForSignIn(undefined)).toBe(false)
  expect(sessionEnded.get()).toBe(false)
})

test('all refused requests wait for the same sign-in', async () => {
  const { markSignedIn, sessionEnded, waitForSignIn } = await load()
  markSignedIn()
  const both = Promise.all([waitForSignIn(undefined), waitForSignIn(undefined)])
  expect(sessionEnded.get()).toBe(true)
  sessionEnded.set(false)
  expect(await both).toEqual([true, true])
})

test('an aborted request no longer waits for the sign-in', async () => {
  const { markSignedIn, waitForSignIn } = await load()
  markSignedIn()
  const leaving = new AbortController()
  const waiting = waitForSignIn(leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
})

test('if the user continues without a sign-in, waiting requests fail and no sign-in is requested again', async () => {
  const { markSignedIn, sessionEnded, deferSignIn, waitForSignIn } = await load()
  markSignedIn()
  const waiting = waitForSignIn(undefined)
  deferSignIn()
  expect(await waiting).toBe(false)
  expect(await waitForSignIn(undefined)).toBe(false)
  expect(sessionEnded.get()).toBe(false)
})
