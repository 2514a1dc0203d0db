/**
 * Flows that are about to be deleted: each stays for some seconds, in which it can be kept. The request goes when the time is
 * over. A note in localStorage outlives the page: one that was closed first finds it again and says that the flow was kept.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { ApiError } from '#api/errors.ts'
import { signal } from '#lib/signal.ts'

/** Time to think again. */
const graceMs = 8_000
/** Another window may still be about to delete what it noted: only after this is a note an abandoned one. */
const patienceMs = 15_000

const Noted = z.array(z.object({ id: z.string(), name: z.string(), until: z.number() }))
type Noted = z.infer<typeof Noted>
const storageKey = 'flow-console.leaving-flows'

export interface LeavingFlow {
  id: string
  name: string
  /** When the request goes, in ms. */
  until: number
  state: 'waiting' | 'sending' | 'failed'
  error: ApiError | null
}

const leaving = signal<readonly LeavingFlow[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const senders = new Map<string, () => Promise<unknown>>()
const enders = new Map<string, (outcome: 'deleted' | 'kept') => void>()

function readNotes(): Noted {
  try {
    return Noted.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    // Storage is refused, or what lies there is not ours: there is nothing to tell about.
    return []
  }
}

function writeNotes(notes: Noted): void {
  try {
    if (notes.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(notes))
  } catch {
    // Without storage only the next visit's message is lost, never a flow.
  }
}

const forget = (id: string) => writeNotes(readNotes().filter((note) => note.id !== id))

function update(id: string, part: Partial<LeavingFlow>): void {
  leaving.set(leaving.get().map((one) => (one.id === id ? { ...one, ...part } : one)))
}

async function send(id: string): Promise<void> {
  timers.delete(id)
  update(id, { state: 'sending', error: null })
  try {
    await senders.get(id)?.()
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
  senders.delete(id)
  forget(id)
  leaving.set(leaving.get().filter((one) => one.id !== id))
  enders.get(id)?.(outcome)
  enders.delete(id)
}

/**
 * Begins the time in which a flow can still be kept. `request` deletes it and takes it out of the lists; `onEnd` comes once,
 * when the flow is gone or was kept.
 */
export function leave(
  flow: { id: string; name: string },
  request: () => Promise<unknown>,
  onEnd?: (outcome: 'deleted' | 'kept') => void,
): void {
  if (leaving.get().some((one) => one.id === flow.id && one.state !== 'failed')) {
    onEnd?.('kept')
    return
  }
  if (onEnd !== undefined) enders.set(flow.id, onEnd)
  const until = Date.now() + graceMs
  senders.set(flow.id, request)
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

/** Sends again what failed. */
export const retryLeave = (id: string): void => void send(id)

/** Keeps a flow after all, or takes away the message that it could not be deleted. */
export const keep = (id: string): void => end(id, 'kept')

export const useLeavingFlows = (): readonly LeavingFlow[] => useSyncExternalStore(leaving.subscribe, leaving.get)

/** Names of flows whose deletion was cut short by closing the page; each is told of once. */
export function takeKeptNames(now: number): string[] {
  const notes = readNotes()
  const here = new Set(leaving.get().map((one) => one.id))
  const abandoned = notes.filter((note) => !here.has(note.id) && note.until + patienceMs - graceMs < now)
  if (abandoned.length > 0) writeNotes(notes.filter((note) => !abandoned.includes(note)))
  return abandoned.map((note) => note.name)
}
