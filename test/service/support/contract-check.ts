/** Sends requests to endpoints of the contract, and validates every response against the OpenAPI document. */
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { answerCheck } from '#test/support/answer-check.ts'
import type { Got, Sent, TestService } from './harness.ts'

export interface ContractCall extends Sent {
  params?: Record<string, string>
  query?: string
}

export interface ContractCheck {
  /** Sends one request, and throws if the response does not match the document. */
  call(id: string, sent?: ContractCall): Promise<Got>
  /** Ids of endpoints that have answered with their success status. */
  readonly succeeded: ReadonlySet<string>
  /** Ids of endpoints that have answered with any status. */
  readonly called: ReadonlySet<string>
}

/** The endpoint with an id like "flow.list". */
function endpointOf(id: string): AnyEndpoint {
  const found = allEndpoints.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`The contract has no endpoint ${id}.`)
  return found
}

/** Default path parameters; version 1 exists for every versioned object. */
const usual: Readonly<Record<string, string>> = { number: '1' }

export const pathOf = (endpoint: AnyEndpoint, params: Record<string, string> = {}): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? usual[name] ?? 'none'))

export async function checkAgainstDocument(service: TestService): Promise<ContractCheck> {
  const document = (await service.request('GET', '/openapi.json')).body
  if (typeof document !== 'object' || document === null) throw new Error('The service has no OpenAPI document.')
  const problemOf = answerCheck(document)
  const succeeded = new Set<string>()
  const called = new Set<string>()

  return {
    succeeded,
    called,
    async call(id, { params, query, ...sent } = {}) {
      const endpoint = endpointOf(id)
      const path = pathOf(endpoint, params) + (query === undefined ? '' : `?${query}`)
      const got = await service.request(endpoint.method, path, sent)
      const { status, text, body } = got
      const problem = problemOf(endpoint, { status, type: got.headers.get('content-type') ?? '', text, body })
      if (problem !== null) throw new Error(`${endpoint.id} ${problem}`)
      called.add(id)
      if (got.status === endpoint.success) succeeded.add(id)
      return got
    },
  }
}
