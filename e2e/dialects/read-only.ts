/** Common parts of the read-only services: only the bench reads them. */
import type { ChannelFact, FlowFact, RunFact } from './fact.ts'
import type { Store } from './store.ts'
import type { Stub } from './stub.ts'

export const readOnly = {
  signIn: { kind: 'none' },
  imports: false,
  lacks: () => [],
  maxRows: null,
  requiredToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: {},
  matches: { flow: () => true, tool: () => true, conversation: () => true, run: () => true },
  imported: () => null,
  removed: { status: 204 },
  errorResponse: (status, errors) => ({ status, body: { errors } }),
} satisfies Partial<Stub>

/** "12.340000", without trailing zeros: "12.34". */
export function decimal(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}

export const flowOf = (store: Store, key: number | null): FlowFact | undefined =>
  store.facts.flows.find((one) => one.key === key)

export const channelOf = (store: Store, key: number | null): ChannelFact | undefined =>
  store.facts.channels.find((one) => one.key === key)

/** Duration of a run in whole seconds. */
export const secondsOf = ({ start, end }: RunFact): number => ((end ?? start) - start) / 1000

/** The rows of a page, the start of the next one, and whether there is one. */
export function pageOf<T>(rows: readonly T[], from: number, size: number) {
  const end = from + size
  return { rows: rows.slice(from, end), end, isMore: end < rows.length }
}
