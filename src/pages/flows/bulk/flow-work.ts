/**
 * Bulk work on flows: each flow has its own request and result. Work is independent of pages: it continues after
 * navigation, and its results stay until they are cleared.
 */
import { useSyncExternalStore } from 'react'
import { mayHaveSucceeded } from '#api/request/idempotency-key.ts'
import { ApiError } from '#api/errors.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { signal } from '#lib/signal.ts'

export type WorkKind = 'activate' | 'pause' | 'archive' | 'tag' | 'duplicate' | 'export' | 'delete'

export type ItemState =
  | { name: 'waiting' | 'sending' | 'stopped' | 'done' | 'kept' }
  | { name: 'failed'; error: ApiError }

export interface WorkItem {
  flow: FlowSummary
  /** Optimistic fields, shown in the row until the service responds; empty if a refusal is likely. */
  optimisticFields: Partial<FlowSummary>
  /** The Idempotency-Key: the same for all attempts until the outcome is known. */
  key: string
  state: ItemState
}

export interface Work {
  key: string
  kind: WorkKind
  /** The action with its object: "Add the tag “night”". */
  title: string
  items: readonly WorkItem[]
  /** Whether the work is shown in the panel: if it has several flows, or failed. Otherwise the row shows it. */
  isInPanel: boolean
  /** The file for all results; `isChosen`: a file on disk chosen by the user, else a download. */
  file: { state: 'none' | 'packing' | 'saved' | 'failed'; name: string; flows: number; isChosen: boolean }
}

/** One pass over the waiting items: the first pass, or a retry of failed or stopped items. */
export interface WorkRunner {
  /** Processes one flow; rejects with ApiError. "kept" = the deletion was cancelled. */
  perform: (flow: FlowSummary, key: string) => Promise<'kept' | void>
  /** Called once after the last item. */
  finish?: () => Promise<void>
}

interface Plan {
  kind: WorkKind
  title: string
  flows: readonly FlowSummary[]
  optimisticFields?: (flow: FlowSummary) => Partial<FlowSummary>
  /** Starts all items immediately, since each has its own delay (deletions that can be cancelled). */
  isConcurrent?: boolean
  createRunner: (key: string) => WorkRunner
}

/** Maximum concurrent requests: over HTTP/1.1, a browser opens six connections to a host, and the page needs some. */
const maxConcurrent = 4

const works = signal<readonly Work[]>([])
const plans = new Map<string, Plan>()

export const useFlowWork = (): readonly Work[] => useSyncExternalStore(works.subscribe, works.get)

let lastRowWork: readonly Work[] = []

/** Work that changes rows. Exports do not, and a deletion replaces the row: neither should re-render all rows. */
function rowWork(): readonly Work[] {
  const now = works.get().filter(({ kind }) => kind !== 'export' && kind !== 'delete')
  if (now.length !== lastRowWork.length || now.some((work, index) => work !== lastRowWork[index])) lastRowWork = now
  return lastRowWork
}

/** Work whose outcome is shown in rows. */
export const useRowWork = (): readonly Work[] => useSyncExternalStore(works.subscribe, rowWork)

export const workOf = (key: string): Work | undefined => works.get().find((work) => work.key === key)

export function updateWork(key: string, part: Partial<Work>): void {
  works.set(works.get().map((work) => (work.key === key ? { ...work, ...part } : work)))
}

function updateItem(key: string, id: string, part: Partial<WorkItem>): void {
  const items = workOf(key)?.items.map((item) => (item.flow.id === id ? { ...item, ...part } : item))
  if (items !== undefined) updateWork(key, { items })
}

const isPending = ({ state }: WorkItem): boolean => state.name === 'waiting' || state.name === 'sending'
export const isRunning = (work: Work): boolean => work.items.some(isPending) || work.file.state === 'packing'

async function processItem(key: string, item: WorkItem, { perform }: WorkRunner): Promise<void> {
  const { id } = item.flow
  updateItem(key, id, { state: { name: 'sending' } })
  try {
    const outcome = await perform(item.flow, item.key)
    updateItem(key, id, { state: { name: outcome ?? 'done' } })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    const newKey = mayHaveSucceeded(problem) ? {} : { key: crypto.randomUUID() }
    updateItem(key, id, { state: { name: 'failed', error: problem }, ...newKey })
    updateWork(key, { isInPanel: true })
  }
}

async function processQueue(key: string, run: WorkRunner): Promise<void> {
  for (;;) {
    const next = workOf(key)?.items.find((item) => item.state.name === 'waiting')
    if (next === undefined) return
    await processItem(key, next, run)
  }
}

async function runPlan(key: string): Promise<void> {
  const plan = plans.get(key)
  if (plan === undefined) return
  const run = plan.createRunner(key)
  const concurrency = plan.isConcurrent === true ? plan.flows.length : Math.min(maxConcurrent, plan.flows.length)
  await Promise.all(Array.from({ length: concurrency }, () => processQueue(key, run)))
  await run.finish?.()
  // The saved row already shows the result.
  if (workOf(key)?.isInPanel === false) removeWork(key)
}

function removeWork(key: string): void {
  plans.delete(key)
  works.set(works.get().filter((work) => work.key !== key))
}

/** Starts work on flows. Resolves when each flow has a result. */
export function startWork(plan: Plan): Promise<void> {
  const key = crypto.randomUUID()
  plans.set(key, plan)
  const items = plan.flows.map((flow): WorkItem => ({
    flow,
    optimisticFields: plan.optimisticFields?.(flow) ?? {},
    key: crypto.randomUUID(),
    state: { name: 'waiting' },
  }))
  const work: Work = {
    key,
    kind: plan.kind,
    title: plan.title,
    items,
    isInPanel: items.length > 1,
    file: { state: 'none', name: '', flows: 0, isChosen: false },
  }
  // Replaces finished work of the same kind on one of these flows.
  const ids = new Set(plan.flows.map((flow) => flow.id))
  const isReplaced = (other: Work) =>
    other.kind === plan.kind &&
    other.items.length === 1 &&
    other.items.every((one) => ids.has(one.flow.id)) &&
    !isRunning(other)
  works.set([work, ...works.get().filter((other) => !isReplaced(other))])
  return runPlan(key)
}

/** Cancels the requests that were not sent yet. */
export function stopWork(key: string): void {
  const items = workOf(key)?.items.map((item): WorkItem =>
    item.state.name === 'waiting' ? { ...item, state: { name: 'stopped' } } : item,
  )
  if (items !== undefined) updateWork(key, { items })
}

const isRetryable = ({ state }: WorkItem): boolean => state.name === 'failed' || state.name === 'stopped'

/** Retries failed or stopped items: that of flow `id`, or all. If the ZIP failed, retries every item. */
export function retryWork(key: string, id?: string): Promise<void> {
  const isFileLost = workOf(key)?.file.state === 'failed'
  const isIncluded = (item: WorkItem) => isFileLost || ((id === undefined || item.flow.id === id) && isRetryable(item))
  const items = workOf(key)?.items.map((item): WorkItem =>
    isIncluded(item) ? { ...item, state: { name: 'waiting' } } : item,
  )
  if (items !== undefined) updateWork(key, { items })
  return runPlan(key)
}

/** Clears results. Running work continues, and is shown again only if something fails. */
export function clearWork(): void {
  for (const work of works.get()) {
    if (isRunning(work)) updateWork(work.key, { isInPanel: false })
    else if (work.isInPanel) removeWork(work.key)
  }
}
