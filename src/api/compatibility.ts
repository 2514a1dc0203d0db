/**
 * Compatibility report of this page: filled by the client, shown in Settings. Its texts are in dialect/report-text.ts.
 */
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { DialectFindings } from './dialect/findings.ts'
import { withResponse, type EndpointReport } from './dialect/report.ts'

class Compatibility {
  #reports: readonly EndpointReport[] = []
  readonly #listeners = new Set<() => void>()

  /** For useSyncExternalStore. Returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same array until the next change. */
  readonly snapshot = (): readonly EndpointReport[] => this.#reports

  /** Records a response; `findings` is null if it had the shape of the contract. */
  record({ id, method, path }: Pick<AnyEndpoint, 'id' | 'method' | 'path'>, findings: DialectFindings | null): void {
    this.#set(withResponse(this.#reports, { id, method, path, findings, at: new Date().toISOString() }))
  }

  /** Clears the report. */
  clear(): void {
    this.#set([])
  }

  #set(reports: readonly EndpointReport[]): void {
    this.#reports = reports
    for (const listener of this.#listeners) listener()
  }
}

export const compatibility = new Compatibility()
