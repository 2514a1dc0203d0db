import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const load = () => import('./session-end.ts')

test('401 asks to sign in, 403 only if its message says so', async () => {
  const { asksToSignIn } = await load()
  const facts = { code: 'http_403', detail: 'You do not have permission to perform this action.' }
  expect(asksToSignIn({ ...facts, status: 401 })).toBe(true)
  expect(asksToSignIn({ ...facts, status: 403 })).toBe(false)
  expect(asksToSignIn({ ...facts, status: 403, detail: 'Authentication credentials were not provided.' })).toBe(true)
  expect(asksToSignIn({ ...facts, status: 403, code: 'not_authenticated' })).toBe(true)
  expect(asksToSignIn({ ...facts, status: 404, detail: 'not authenticated' })).toBe(false)
})

test('without an earlier session no sign-in is requested', async () => {
  const { sessionEnded, signedInAgain } = await load()
  expect(await signedInAgain(undefined)).toBe(false)
  expect(sessionEnded.get()).toBe(false)
})

test('all refused requests wait for the same sign-in', async () => {
  const { letIn, sessionEnded, signedInAgain } = await load()
  letIn()
  const both = Promise.all([signedInAgain(undefined), signedInAgain(undefined)])
  expect(sessionEnded.get()).toBe(true)
  sessionEnded.set(false)
  expect(await both).toEqual([true, true])
})

test('an aborted request no longer waits for the sign-in', async () => {
  const { letIn, signedInAgain } = await load()
  letIn()
  const leaving = new AbortController()
  const waiting = signedInAgain(leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
})

test('if the user continues without a sign-in, waiting requests fail and no sign-in is requested again', async () => {
  const { letIn, sessionEnded, signInLater, signedInAgain } = await load()
  letIn()
  const waiting = signedInAgain(undefined)
  signInLater()
  expect(await waiting).toBe(false)
  expect(await signedInAgain(undefined)).toBe(false)
  expect(sessionEnded.get()).toBe(false)
})
