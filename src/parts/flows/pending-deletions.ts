/**
 * Flows that are about to be deleted: each stays for some seconds, in which it can be kept. A copy of it is taken meanwhile;
 * the request goes when the time is over and the copy is there, or when one goes on without a copy. A page that goes away
 * before that sends nothing (the copy may not be there, and nobody could say what became of it): a note in localStorage
 * outlives it, and the next page says that the flow was not deleted.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { connectionPrefix } from '#api/connection/connection.ts'
import { ApiError } from '#api/errors.ts'
import { signal } from '#lib/signal.ts'

/** Time to think again. */
const graceMs = 8_000
/** Another window may still be about to delete what it noted: only after this is a note an abandoned one. */
const patienceMs = 15_000
/** `until` of a note whose page went away before anything was sent. */
const notSent = 0

const Noted = z.array(z.object({ id: z.string(), name: z.string(), until: z.number() }))
type Noted = z.infer<typeof Noted>
/** Ids are those of one service. */
const storageKey = () => `${connectionPrefix()}flow-console.leaving-flows`

export interface PendingDeletion {
  id: string
  name: string
  /** When the request goes, in ms. */
  until: number
  /** `uncopied`: nothing was sent, because no copy of it could be kept here. */
  state: 'waiting' | 'sending' | 'uncopied' | 'failed'
  /** Why it failed; null for `uncopied` where it was this browser that keeps no more. */
  error: ApiError | null
}

/** What leaving means. */
export interface DeletionPlan {
  /** Keeps a copy, while the flow can still be kept. */
  copy: () => Promise<unknown>
  /** Deletes it and takes it out of the lists. */
  request: () => Promise<unknown>
  /** Once, when the flow is gone or was kept. */
  onEnd: (outcome: 'deleted' | 'kept') => void
}

const leaving = signal<readonly PendingDeletion[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const plans = new Map<string, DeletionPlan>()
/** Copies that are being taken or are there. */
const copies = new Map<string, Promise<unknown>>()

function readNotes(): Noted {
  try {
    return Noted.parse(JSON.parse(localStorage.getItem(storageKey()) ?? '[]'))
  } catch {
    // Storage is refused, or what lies there is not ours: there is nothing to tell about.
    return []
  }
}

function writeNotes(notes: Noted): void {
  try {
    if (notes.length === 0) localStorage.removeItem(storageKey())
    else localStorage.setItem(storageKey(), JSON.stringify(notes))
  } catch {
    // Without storage only the next visit's message is lost, never a flow.
  }
}

const forget = (id: string) => writeNotes(readNotes().filter((note) => note.id !== id))

function update(id: string, part: Partial<PendingDeletion>): void {
  leaving.set(leaving.get().map((one) => (one.id === id ? { ...one, ...part } : one)))
}

/** Begins to take the copy of a flow. That it failed is told when it is needed. */
function beginCopy(id: string): void {
  const copy = plans.get(id)?.copy() ?? Promise.resolve()
  copy.catch(() => {})
  copies.set(id, copy)
}

async function isCopied(id: string): Promise<boolean> {
  try {
    await copies.get(id)
    return true
  } catch (problem) {
    forget(id)
    update(id, { state: 'uncopied', error: problem instanceof ApiError ? problem : null })
    return false
  }
}

async function send(id: string, needsCopy = true): Promise<void> {
  timers.delete(id)
  update(id, { state: 'sending', error: null })
  if (needsCopy && !(await isCopied(id))) return
  try {
    await plans.get(id)?.request()
    end(id, 'deleted')
  } catch (problem) {
    // It is gone already: what was wanted is so.
    if (problem instanceof ApiError && problem.status === 404) end(id, 'deleted')
    else if (problem instanceof ApiError) {
      forget(id)
      update(id, { state: 'failed', error: problem })
    } else throw problem
  }
}

function end(id: string, outcome: 'deleted' | 'kept'): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  forget(id)
  leaving.set(leaving.get().filter((one) => one.id !== id))
  const plan = plans.get(id)
  plans.delete(id)
  copies.delete(id)
  plan?.onEnd(outcome)
}

/** Nothing is sent for it now; it may be tried again. */
const isAtRest = ({ state }: PendingDeletion): boolean => state === 'failed' || state === 'uncopied'

/** The page goes away: what was not sent is not sent any more, also where a browser brings the page back as it was. */
function stay(): void {
  const waiting = leaving.get().filter(({ state }) => state === 'waiting')
  for (const { id } of waiting) end(id, 'kept')
  if (waiting.length > 0) writeNotes([...readNotes(), ...waiting.map(({ id, name }) => ({ id, name, until: notSent }))])
}

/** Begins the time in which a flow can still be kept. */
export function scheduleDeletion(flow: { id: string; name: string }, plan: DeletionPlan): void {
  window.addEventListener('pagehide', stay)
  if (leaving.get().some((one) => one.id === flow.id && !isAtRest(one))) {
    plan.onEnd('kept')
    return
  }
  const until = Date.now() + graceMs
  plans.set(flow.id, plan)
  beginCopy(flow.id)
  writeNotes([...readNotes().filter((note) => note.id !== flow.id), { id: flow.id, name: flow.name, until }])
  leaving.set([
    ...leaving.get().filter((one) => one.id !== flow.id),
    { id: flow.id, name: flow.name, until, state: 'waiting', error: null },
  ])
  timers.set(
    flow.id,
    setTimeout(() => void send(flow.id), graceMs),
  )
}

/** Tries again what failed. */
export function retryDeletion(id: string): void {
  if (leaving.get().some((one) => one.id === id && one.state === 'uncopied')) beginCopy(id)
  void send(id)
}

/** Deletes a flow of which no copy could be kept. */
export const deleteWithoutCopy = (id: string): void => void send(id, false)

/** Keeps a flow after all, or takes away the message that it could not be deleted. */
export const cancelDeletion = (id: string): void => end(id, 'kept')

export const usePendingDeletions = (): readonly PendingDeletion[] =>
  useSyncExternalStore(leaving.subscribe, leaving.get)

export interface InterruptedDeletion {
  id: string
  name: string
}

/**
 * Flows whose deletion was cut short by closing the page; each is told of once. Where the request may have gone out before,
 * `isThere` asks the service: null = it does not know either, and the flow is told of another time.
 */
export async function takeInterruptedDeletions(
  now: number,
  isThere: (id: string) => Promise<boolean | null>,
): Promise<InterruptedDeletion[]> {
  const notes = readNotes()
  const here = new Set(leaving.get().map((one) => one.id))
  const abandoned = notes.filter((note) => !here.has(note.id) && note.until + patienceMs - graceMs < now)
  if (abandoned.length === 0) return []
  // Taken before anything is awaited: two windows do not say it both.
  writeNotes(notes.filter((note) => !abandoned.includes(note)))
  const answers = await Promise.all(abandoned.map(async (note) => (note.until === notSent ? true : isThere(note.id))))
  const unknown = abandoned.filter((_, index) => answers[index] === null)
  if (unknown.length > 0) writeNotes([...readNotes(), ...unknown])
  return abandoned.filter((_, index) => answers[index] === true).map(({ id, name }) => ({ id, name }))
}
