/**
 * Decides which cached reads an event invalidates, and when they are refetched: together, so that the page does not
 * jump, and with a minimum interval, so that events do not flood the service.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/event.ts'

/** Changes within this time cause one refetch. */
const debounceMs = 250
/** Minimum interval between two reads of a list. */
const listGapMs = 1_000
/** Minimum interval between two expensive or derived reads: sums, and the last run of a flow. */
const expensiveGapMs = 5_000
const expensiveIds = new Set([
  'run.summary',
  'run.reasons',
  'run.grouped',
  'run.planBulk',
  'run.planStart',
  'flow.list',
  'balance.statement',
  'budget.list',
  'channel.history',
  'conversation.facets',
])

/** Refetched only on a timer: one event in a bar chart does not justify a query over all channels. */
const timerOnlyIds = new Set(['channel.hours'])

type Matches = (key: QueryKey) => boolean

interface PendingRefetch {
  matches: Matches
  gapMs: number
  /** Null = nothing is due. */
  due: number | null
  last: number
}

const inputOf = (key: QueryKey): Record<string, unknown> => {
  const input = key[2]
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

/** The id that a read is about; null for lists. */
const idOf = (key: QueryKey): string | null => {
  const { id } = inputOf(key)
  return typeof id === 'string' ? id : null
}

const isExpensive = (key: QueryKey): boolean => expensiveIds.has(String(key[1]))
const isOf = (noun: string, key: QueryKey): boolean => key[0] === noun && !timerOnlyIds.has(String(key[1]))

export class StaleReads {
  readonly #client: QueryClient
  readonly #now: () => number
  readonly #pending = new Map<string, PendingRefetch>()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(client: QueryClient, now: () => number = () => performance.now()) {
    this.#client = client
    this.#now = now
  }

  /** Records a change. */
  record({ noun, id, conversation }: ChangeEvent): void {
    this.#object(noun, id)
    this.#lists(noun)
    if (noun !== 'run') return
    // A run changes the balance, budgets, its conversation, and the last run of its flow.
    this.#lists('balance')
    this.#expensive('budget')
    this.#expensive('flow')
    if (conversation !== undefined) {
      this.#object('conversation', conversation)
      this.#lists('conversation')
    }
  }

  /** Records that everything about these nouns may have changed. */
  recordAll(nouns: readonly string[]): void {
    for (const noun of nouns) this.#schedule(`all ${noun}`, listGapMs, (key) => isOf(noun, key))
  }

  /** Drops the pending reads. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#pending.clear()
  }

  #object(noun: string, id: string): void {
    // '' = any object of the noun, possibly the open one.
    const isObject: Matches = (key) => isOf(noun, key) && (id === '' ? idOf(key) !== null : idOf(key) === id)
    this.#schedule(`${noun} ${id}`, debounceMs, (key) => isObject(key) && !isExpensive(key))
    this.#schedule(`dear ${noun} ${id}`, expensiveGapMs, (key) => isObject(key) && isExpensive(key))
  }

  #lists(noun: string): void {
    this.#schedule(`lists ${noun}`, listGapMs, (key) => isOf(noun, key) && idOf(key) === null && !isExpensive(key))
    this.#expensive(noun)
  }

  #expensive(noun: string): void {
    this.#schedule(`dear ${noun}`, expensiveGapMs, (key) => isOf(noun, key) && idOf(key) === null && isExpensive(key))
  }

  #schedule(name: string, gapMs: number, matches: Matches): void {
    const known = this.#pending.get(name)
    if (known?.due != null) return
    const last = known?.last ?? -Infinity
    this.#pending.set(name, { matches, gapMs, last, due: Math.max(this.#now() + debounceMs, last + gapMs) })
    this.#setTimer()
  }

  #setTimer(): void {
    const next = Math.min(...[...this.#pending.values()].map(({ due }) => due ?? Infinity))
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = next === Infinity ? null : setTimeout(() => this.#refetchDue(), Math.max(0, next - this.#now()))
  }

  #refetchDue(): void {
    const now = this.#now()
    for (const [name, entry] of this.#pending) {
      if (entry.due === null) {
        // The interval is over: the next change causes an immediate refetch, like the first one.
        if (entry.last + entry.gapMs <= now) this.#pending.delete(name)
        continue
      }
      if (entry.due > now) continue
      const predicate = ({ queryKey }: { queryKey: QueryKey }) => entry.matches(queryKey)
      // A read in progress may have begun before the change. It is not aborted: on a slow service none would ever
      // finish.
      if (this.#client.isFetching({ predicate }) > 0) {
        entry.due = now + debounceMs
        continue
      }
      entry.due = null
      entry.last = now
      void this.#client.invalidateQueries({ predicate })
    }
    this.#setTimer()
  }
}
