/** State of “Find and replace”, kept while a step that was found is open. */
import { signal } from '#lib/signal.ts'
import type { ValueQuery } from '#flow/values/find-values.ts'

export interface ReplaceState {
  /** Id of the flow in which the panel is open; null = closed. */
  flow: string | null
  query: ValueQuery
  replacement: string
  /** Keys of the occurrences that stay. */
  excluded: readonly string[]
}

const closed: ReplaceState = {
  flow: null,
  query: { text: '', isCaseSensitive: false, isWholeWord: false },
  replacement: '',
  excluded: [],
}

export const replaceState = signal<ReplaceState>(closed)

export const openReplace = (flow: string): void => replaceState.set({ ...closed, flow })
export const closeReplace = (): void => replaceState.set(closed)
