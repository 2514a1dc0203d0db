/** Sends requests by the contract and holds every answer against the published document. */
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel.ts'
import type { Got, Sent, TestService } from './harness.ts'

export interface ContractCall extends Sent {
  params?: Record<string, string>
  query?: string
}

export interface ContractCheck {
  /** Sends one request and throws where the answer is not what the document says. */
  call(id: string, sent?: ContractCall): Promise<Got>
  /** Ids of endpoints that answered with their success status. */
  readonly succeeded: ReadonlySet<string>
  /** Ids of endpoints that answered at all. */
  readonly called: ReadonlySet<string>
}

/** The endpoint of an id like "flow.list". */
function endpointOf(id: string): AnyEndpoint {
  const found = allEndpoints.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`The contract has no endpoint ${id}.`)
  return found
}

/** Where nothing else is said: whatever has versions has a first one. */
const usual: Readonly<Record<string, string>> = { number: '1' }

export const pathOf = (endpoint: AnyEndpoint, params: Record<string, string> = {}): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? usual[name] ?? 'none'))

const escape = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

export async function checkAgainstDocument(service: TestService): Promise<ContractCheck> {
  const document = (await service.request('GET', '/openapi.json')).body
  if (typeof document !== 'object' || document === null) throw new Error('There is no document.')
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const succeeded = new Set<string>()
  const called = new Set<string>()

  const check = (endpoint: AnyEndpoint, got: Got) => {
    const status = String(got.status)
    const type = (got.headers.get('content-type') ?? '').split(';')[0] ?? ''
    const answer = ['paths', endpoint.path, endpoint.method.toLowerCase(), 'responses', status]
    const found = answer.reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      document,
    )
    if (found === undefined)
      throw new Error(`${endpoint.id} answered ${status}, which the document does not know: ${got.text.slice(0, 300)}`)
    if (got.status === 204) {
      if (got.text !== '') throw new Error(`${endpoint.id} answered 204 with a body.`)
      return
    }
    if (!type.includes('json')) return
    const pointer = [...answer, 'content', type, 'schema'].map(escape).join('/')
    const validate = ajv.getSchema(`document#/${pointer}`) ?? ajv.compile({ $ref: `document#/${pointer}` })
    if (!validate(got.body))
      throw new Error(`${endpoint.id} ${status}: ${ajv.errorsText(validate.errors)}\n${got.text.slice(0, 500)}`)
  }

  return {
    succeeded,
    called,
    async call(id, { params, query, ...sent } = {}) {
      const endpoint = endpointOf(id)
      const path = pathOf(endpoint, params) + (query === undefined ? '' : `?${query}`)
      const got = await service.request(endpoint.method, path, sent)
      check(endpoint, got)
      called.add(id)
      if (got.status === endpoint.success) succeeded.add(id)
      return got
    },
  }
}
