/**
 * Pending deletions of flows. Each can be cancelled for a few seconds, in which its runs continue, and a copy is taken
 * unless the service has a trash. The request is sent when the time is over and the copy is stored, or when the user
 * continues without one. A page that is closed before
 * that sends nothing, since the copy may be missing and no page could report the outcome. A note in localStorage
 * remains, and the next page reports that the flow was not deleted.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { connectionPrefix } from '#api/connection/connection.ts'
import { ApiError } from '#api/errors.ts'
import { signal } from '#lib/signal.ts'

/** Time in ms in which a deletion can be cancelled. */
const graceMs = 8_000
/** A note counts as abandoned only after this time, since another window may still be deleting its flow. */
const abandonedAfterMs = 15_000
/** Value of `until` if the page was closed before the request was sent. */
const notSent = 0

const DeletionNotes = z.array(z.object({ id: z.string(), name: z.string(), until: z.number() }))
type DeletionNotes = z.infer<typeof DeletionNotes>
/** Notes are stored by connection, since ids are valid for one service only. */
const storageKey = () => `${connectionPrefix()}flow-console.leaving-flows`

export interface PendingDeletion {
  id: string
  name: string
  /** Time at which the request is sent, in ms since the Unix epoch. */
  until: number
  /** `uncopied`: no request was sent, because no copy could be downloaded or stored in this browser. */
  state: 'waiting' | 'sending' | 'uncopied' | 'failed'
  /** Why the deletion failed; null if it has not failed, or if browser storage was the reason. */
  error: ApiError | null
}

/** The steps of a deletion. */
export interface DeletionPlan {
  /** Stores a copy, if one is needed, while the deletion can still be cancelled. */
  copy: () => Promise<unknown>
  /** Deletes the flow and removes it from the lists. */
  request: () => Promise<unknown>
  /** Called once, when the flow is deleted or the deletion is cancelled. */
  onEnd: (outcome: 'deleted' | 'kept') => void
}

const deletions = signal<readonly PendingDeletion[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const plans = new Map<string, DeletionPlan>()
/** Copies that are stored or being taken, by id of the flow. */
const copies = new Map<string, Promise<unknown>>()

function readNotes(): DeletionNotes {
  try {
    return DeletionNotes.parse(JSON.parse(localStorage.getItem(storageKey()) ?? '[]'))
  } catch {
    // Storage is unavailable or its content is invalid, so there is nothing to report.
    return []
  }
}

function writeNotes(notes: DeletionNotes): void {
  try {
    if (notes.length === 0) localStorage.removeItem(storageKey())
    else localStorage.setItem(storageKey(), JSON.stringify(notes))
  } catch {
    // Without storage only the message at the next visit is lost.
  }
}

const removeNote = (id: string) => writeNotes(readNotes().filter((note) => note.id !== id))

function updateDeletion(id: string, part: Partial<PendingDeletion>): void {
  deletions.set(deletions.get().map((one) => (one.id === id ? { ...one, ...part } : one)))
}

/** Starts copying a flow. A failure is reported when the deletion needs the copy. */
function startCopy(id: string): void {
  const copy = plans.get(id)?.copy() ?? Promise.resolve()
  copy.catch(() => {})
  copies.set(id, copy)
}

async function awaitCopy(id: string): Promise<boolean> {
  try {
    await copies.get(id)
    return true
  } catch (problem) {
    removeNote(id)
    updateDeletion(id, { state: 'uncopied', error: problem instanceof ApiError ? problem : null })
    return false
  }
}

async function sendDeletion(id: string, needsCopy = true): Promise<void> {
  timers.delete(id)
  updateDeletion(id, { state: 'sending', error: null })
  if (needsCopy && !(await awaitCopy(id))) return
  try {
    await plans.get(id)?.request()
    endDeletion(id, 'deleted')
  } catch (problem) {
    // 404 means that the flow was already deleted.
    if (problem instanceof ApiError && problem.status === 404) endDeletion(id, 'deleted')
    else if (problem instanceof ApiError) {
      removeNote(id)
      updateDeletion(id, { state: 'failed', error: problem })
    } else throw problem
  }
}

function endDeletion(id: string, outcome: 'deleted' | 'kept'): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  removeNote(id)
  deletions.set(deletions.get().filter((one) => one.id !== id))
  const plan = plans.get(id)
  plans.delete(id)
  copies.delete(id)
  plan?.onEnd(outcome)
}

/** Whether the deletion failed and can be retried. */
const isRetryable = ({ state }: PendingDeletion): boolean => state === 'failed' || state === 'uncopied'

/** Cancels waiting deletions when the page is closed; they stay cancelled if the browser restores the page. */
function cancelOnPageHide(): void {
  const waiting = deletions.get().filter(({ state }) => state === 'waiting')
  for (const { id } of waiting) endDeletion(id, 'kept')
  if (waiting.length > 0) writeNotes([...readNotes(), ...waiting.map(({ id, name }) => ({ id, name, until: notSent }))])
}

/** Schedules a deletion, which can be cancelled until then. */
export function scheduleDeletion(flow: { id: string; name: string }, plan: DeletionPlan): void {
  window.addEventListener('pagehide', cancelOnPageHide)
  if (deletions.get().some((one) => one.id === flow.id && !isRetryable(one))) {
    plan.onEnd('kept')
    return
  }
  const until = Date.now() + graceMs
  plans.set(flow.id, plan)
  startCopy(flow.id)
  writeNotes([...readNotes().filter((note) => note.id !== flow.id), { id: flow.id, name: flow.name, until }])
  deletions.set([
    ...deletions.get().filter((one) => one.id !== flow.id),
    { id: flow.id, name: flow.name, until, state: 'waiting', error: null },
  ])
  timers.set(
    flow.id,
    setTimeout(() => void sendDeletion(flow.id), graceMs),
  )
}

/** Retries a failed deletion with a new copy: the flow may have changed, or the trash may have discarded the first. */
export function retryDeletion(id: string): void {
  startCopy(id)
  void sendDeletion(id)
}

/** Deletes a flow without a copy. */
export const deleteWithoutCopy = (id: string): void => void sendDeletion(id, false)

/** Cancels a deletion, or dismisses a failed one. */
export const cancelDeletion = (id: string): void => endDeletion(id, 'kept')

export const usePendingDeletions = (): readonly PendingDeletion[] =>
  useSyncExternalStore(deletions.subscribe, deletions.get)

export interface InterruptedDeletion {
  id: string
  name: string
}

/**
 * Flows that still exist because closing the page interrupted their deletion; each is returned once. If the request
 * may have been sent, `flowExists` asks the service; null = unknown, so the flow is checked again later.
 */
export async function takeInterruptedDeletions(
  now: number,
  flowExists: (id: string) => Promise<boolean | null>,
): Promise<InterruptedDeletion[]> {
  const notes = readNotes()
  const pendingIds = new Set(deletions.get().map((one) => one.id))
  const abandoned = notes.filter((note) => !pendingIds.has(note.id) && note.until + abandonedAfterMs - graceMs < now)
  if (abandoned.length === 0) return []
  // Removed before the first await, so that two windows do not both report a flow.
  writeNotes(notes.filter((note) => !abandoned.includes(note)))
  const answers = await Promise.all(
    abandoned.map(async (note) => (note.until === notSent ? true : flowExists(note.id))),
  )
  const unknown = abandoned.filter((_, index) => answers[index] === null)
  if (unknown.length > 0) writeNotes([...readNotes(), ...unknown])
  return abandoned.filter((_, index) => answers[index] === true).map(({ id, name }) => ({ id, name }))
}
