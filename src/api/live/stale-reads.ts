/**
 * Decides which cached reads an event invalidates, and when they are refetched: together, so that the page does not
 * jump, and with a minimum interval, so that events do not flood the service.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/event.ts'

/** Changes within this time cause one refetch. */
const settleMs = 250
/** Minimum interval between two reads of a list. */
const listGapMs = 1_000
/** Minimum interval between two expensive or derived reads: sums, and the last run of a flow. */
const dearGapMs = 5_000
const dearIds = new Set([
  'run.summary',
  'flow.list',
  'balance.statement',
  'budget.list',
  'channel.history',
  'conversation.facets',
])

/** Refetched only on a timer: one event in a bar chart does not justify a query over all channels. */
const byClock = new Set(['channel.hours'])

type Matches = (key: QueryKey) => boolean

interface Mark {
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

const isDear = (key: QueryKey): boolean => dearIds.has(String(key[1]))
const isOf = (noun: string, key: QueryKey): boolean => key[0] === noun && !byClock.has(String(key[1]))

export class StaleReads {
  readonly #client: QueryClient
  readonly #now: () => number
  readonly #marks = new Map<string, Mark>()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(client: QueryClient, now: () => number = () => performance.now()) {
    this.#client = client
    this.#now = now
  }

  /** Records a change. */
  note({ noun, id, conversation }: ChangeEvent): void {
    this.#one(noun, id)
    this.#lists(noun)
    if (noun !== 'run') return
    // A run changes the balance, its conversation, and the last run of its flow.
    this.#lists('balance')
    this.#dear('budget')
    this.#dear('flow')
    if (conversation !== undefined) {
      this.#one('conversation', conversation)
      this.#lists('conversation')
    }
  }

  /** Records that everything about these nouns may have changed. */
  noteAll(nouns: readonly string[]): void {
    for (const noun of nouns) this.#mark(`all ${noun}`, listGapMs, (key) => isOf(noun, key))
  }

  /** Drops the pending reads. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#marks.clear()
  }

  #one(noun: string, id: string): void {
    // '' = any object of the noun, possibly the open one.
    const isIt: Matches = (key) => isOf(noun, key) && (id === '' ? idOf(key) !== null : idOf(key) === id)
    this.#mark(`${noun} ${id}`, settleMs, (key) => isIt(key) && !isDear(key))
    this.#mark(`dear ${noun} ${id}`, dearGapMs, (key) => isIt(key) && isDear(key))
  }

  #lists(noun: string): void {
    this.#mark(`lists ${noun}`, listGapMs, (key) => isOf(noun, key) && idOf(key) === null && !isDear(key))
    this.#dear(noun)
  }

  #dear(noun: string): void {
    this.#mark(`dear ${noun}`, dearGapMs, (key) => isOf(noun, key) && idOf(key) === null && isDear(key))
  }

  #mark(name: string, gapMs: number, matches: Matches): void {
    const known = this.#marks.get(name)
    if (known?.due != null) return
    const last = known?.last ?? -Infinity
    this.#marks.set(name, { matches, gapMs, last, due: Math.max(this.#now() + settleMs, last + gapMs) })
    this.#wake()
  }

  #wake(): void {
    const next = Math.min(...[...this.#marks.values()].map(({ due }) => due ?? Infinity))
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = next === Infinity ? null : setTimeout(() => this.#readDue(), Math.max(0, next - this.#now()))
  }

  #readDue(): void {
    const now = this.#now()
    for (const [name, mark] of this.#marks) {
      if (mark.due === null) {
        // The interval is over: the next change causes an immediate refetch, like the first one.
        if (mark.last + mark.gapMs <= now) this.#marks.delete(name)
        continue
      }
      if (mark.due > now) continue
      const predicate = ({ queryKey }: { queryKey: QueryKey }) => mark.matches(queryKey)
      // A read in progress may have begun before the change. It is not aborted: on a slow service none would ever
      // finish.
      if (this.#client.isFetching({ predicate }) > 0) {
        mark.due = now + settleMs
        continue
      }
      mark.due = null
      mark.last = now
      void this.#client.invalidateQueries({ predicate })
    }
    this.#wake()
  }
}
