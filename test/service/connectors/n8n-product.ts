/** Recorded n8n 2.30.0 with its key, for the tests of its connector. */
import type { GateOptions } from '#server/connectors/gate.ts'
import { consoleOf, recordedProduct, recording, type RecordedProduct, type TestConsole } from './support.ts'

const folder = 'n8n-2.30'

/** The only key that the recorded n8n accepts. */
export const n8nKey = 'n8n_api_0123456789abcdef'

/** Ids of the recorded workflows. */
export const flows = {
  orders: 'YzpOhqAebE907RSj',
  tax: 'ueg0Bx05fUQ27l6o',
  mails: 'QqKR0FSyGHgM1wyo',
  courier: '48pdyiP9Rh8LEcRu',
  nightly: '0ZIWbuolrm0nHWVI',
  names: 'm65zFK8vDtBTU4sA',
  archived: 'tY3kBO6pCQ2eXrve',
  helper: 'VWkz1QO7zZk7F2oh',
} as const

/** Half an hour after the recording. */
const recordedNow = () => new Date('2026-11-28T10:00:00Z')

export const recordedN8n = (): Promise<RecordedProduct> =>
  recordedProduct(folder, {
    key: { header: 'x-n8n-api-key', value: n8nKey },
    refusals: { noKey: 'error-401-no-key', wrongKey: 'error-401-wrong-key' },
    isPublic: (target) => target === '/',
  })

export const recordedAnswer = (name: string): unknown => recording(folder, name).answer

/** A console of its own, so that nothing is kept from another test. */
export const n8nConsole = (n8n: RecordedProduct, options: Partial<GateOptions> = {}): Promise<TestConsole> =>
  consoleOf(n8n.origin, { now: recordedNow, ...options })
