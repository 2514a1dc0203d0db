/** Sends requests to endpoints of the contract, and validates every response against the OpenAPI document. */
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { createResponseCheck } from '#test/support/answer-check.ts'
import type { TestResponse, TestRequest, TestService } from './harness.ts'

export interface ContractCall extends TestRequest {
  params?: Record<string, string>
  query?: string
}

export interface ContractCheck {
  /** Sends one request, and throws if the response does not match the document. */
  call(id: string, sent?: ContractCall): Promise<TestResponse>
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
const defaultParams: Readonly<Record<string, string>> = { number: '1' }

export const pathOf = (endpoint: AnyEndpoint, params: Record<string, string> = {}): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? defaultParams[name] ?? 'none'),
  )

export async function checkAgainstDocument(service: TestService): Promise<ContractCheck> {
  const document = (await service.request('GET', '/openapi.json')).body
  if (typeof document !== 'object' || document === null) throw new Error('The service has no OpenAPI document.')
  const problemOf = createResponseCheck(document)
  const succeeded = new Set<string>()
  const called = new Set<string>()

  return {
    succeeded,
    called,
    async call(id, { params, query, ...sent } = {}) {
      const endpoint = endpointOf(id)
      const path = pathOf(endpoint, params) + (query === undefined ? '' : `?${query}`)
      const response = await service.request(endpoint.method, path, sent)
      const { status, text, body } = response
      const problem = problemOf(endpoint, { status, type: response.headers.get('content-type') ?? '', text, body })
      if (problem !== null) throw new Error(`${endpoint.id} ${problem}`)
      called.add(id)
      if (response.status === endpoint.success) succeeded.add(id)
      return response
    },
  }
}
