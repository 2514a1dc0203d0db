/**
 * Retries or cancels a few selected runs one by one, for services without bulk actions. The results last until the page
 * is reloaded.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { run as runApi, type Run } from '#contract/billing.ts'
import type { BulkAction } from '#contract/run-work.ts'
import { signal } from '#lib/signal.ts'
import type { RunStatus } from '#contract/values/run-status.ts'

/** Maximum runs of one queue: each is a request of its own. */
export const maxQueue = 25

export interface QueuedRun {
  run: Run
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'stopped'
  /** Why the service refused. */
  error: ApiError | null
  /** The new run of a retry. */
  retry: { id: string; status: RunStatus } | null
}

export interface RunQueue {
  action: BulkAction
  items: readonly QueuedRun[]
}

const queue = signal<RunQueue | null>(null)

export const useRunQueue = (): RunQueue | null => useSyncExternalStore(queue.subscribe, queue.get)

export const isQueueActive = ({ items }: RunQueue): boolean =>
  items.some(({ state }) => state === 'waiting' || state === 'sending')

function update(id: string, part: Partial<QueuedRun>): void {
  const current = queue.get()
  if (current === null) return
  queue.set({ ...current, items: current.items.map((item) => (item.run.id === id ? { ...item, ...part } : item)) })
}

async function send(action: BulkAction, { id }: Run): Promise<void> {
  update(id, { state: 'sending' })
  try {
    if (action === 'cancel') await call(runApi.cancel, { id })
    const retry =
      action === 'cancel'
        ? null
        : await call(runApi.retry, { id, body: { from: 'failed' } }, { idempotencyKey: crypto.randomUUID() })
    update(id, { state: 'done', retry: retry && { id: retry.id, status: retry.status } })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    update(id, { state: 'failed', error: problem })
  }
}

/** Starts with the first `maxQueue` runs; resolves when each has a result. */
export async function startQueue(client: QueryClient, action: BulkAction, runs: readonly Run[]): Promise<void> {
  const items = runs.slice(0, maxQueue).map((run): QueuedRun => ({ run, state: 'waiting', error: null, retry: null }))
  queue.set({ action, items })
  for (;;) {
    const next = queue.get()?.items.find(({ state }) => state === 'waiting')
    if (next === undefined) break
    await send(action, next.run)
  }
  for (const noun of runApi.retry.changes) void client.invalidateQueries({ queryKey: [noun] })
}

/** Leaves the runs alone that were not sent yet. */
export function stopQueue(): void {
  for (const { run, state } of queue.get()?.items ?? []) if (state === 'waiting') update(run.id, { state: 'stopped' })
}

export const clearQueue = (): void => queue.set(null)
