/** Reads the flows of one service, page after page, up to a limit. */
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { mePath } from '#contract/kernel/early-paths.ts'
import { urlOf } from '#contract/kernel/endpoint.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { isRecord } from '#lib/json/json.ts'
import type { Connection } from '#api/connection/connection.ts'
import { isContract } from '#api/dialect/fields/is-contract.ts'
import { ForeignList } from '#api/lists/foreign-list.ts'
import { nextPageStart, type PageStart } from '#api/query/next-page.ts'
import { asResponseBody, parsedBytes, type UnreadableResponse } from '#api/request/read-bytes.ts'
import { readService } from './service-request.ts'

/** Maximum flows of a service in the merged lists: ten requests. The service's own list has all. */
export const maxServiceFlows = 1_000

export interface ServiceFlows {
  rows: readonly FlowSummary[]
  /** Number of flows that the service has; null if it does not say. */
  total: number | null
  /** Whether all flows of the service are in `rows`. */
  isComplete: boolean
  /** "n8n", "flow-console" for a service of the contract; '' if it does not say. */
  product: string
  /** Time of the first response, in ms since the epoch. */
  at: number
}

const unreadableDetail: Readonly<Record<UnreadableResponse['is'], string>> = {
  'not json': 'The response is not JSON. Check the address of the service.',
  failure: 'The service reported an error in place of its flows.',
  'no list': 'The response contains no list. Check the address of the service.',
}

interface FlowPage {
  rows: readonly FlowSummary[]
  total: number | null
  next: PageStart | null
}

/** Reads pages of one service. A service whose list has another shape is asked with its own parameters from then on. */
class FlowPages {
  readonly #service: Connection
  #foreign: ForeignList | null = null

  constructor(service: Connection) {
    this.#service = service
  }

  /** @param part position in the list, and the search */
  async read(part: PageStart & { limit?: number; search?: string }, signal: AbortSignal): Promise<FlowPage> {
    const input = { limit: maxLimit, ordering: '-updated_at', ...part }
    if (this.#foreign !== null) return this.#readForeign(this.#foreign, input, signal)
    const response = await readService(this.#service, urlOf(flowApi.list, input), signal)
    const parsed = parsedBytes(response.bytes)
    if (parsed.is !== 'answer') throw response.refusal(parsed.is, unreadableDetail[parsed.is])
    if (!isRecord(parsed.body) || !isContract(flowApi.list, parsed.body)) {
      this.#foreign = new ForeignList(flowApi.list)
      return this.#readForeign(this.#foreign, input, signal)
    }
    const { results, count, next } = asResponseBody(flowApi.list, parsed.body)
    return { rows: results, total: count, next: nextPageStart(next) }
  }

  async #readForeign(list: ForeignList, input: Record<string, unknown>, signal: AbortSignal): Promise<FlowPage> {
    const page = await list.read(input, {
      signal,
      isOtherService: true,
      send: async (params) => {
        const response = await readService(this.#service, `/flow/?${params.toString()}`, signal)
        const refusal = (opening: UnreadableResponse) =>
          Promise.resolve(response.refusal(opening.is, unreadableDetail[opening.is]))
        return { bytes: response.bytes, refusal }
      },
    })
    const { results, count, next } = asResponseBody(flowApi.list, page)
    const hasTotal = page.localHandling?.hasTotal !== false
    return { rows: results, total: hasTotal ? count : null, next: nextPageStart(next) }
  }
}

/** The flows of one page of a service: the first one of a search. Rejects like `readService`. */
export async function readFlowPage(
  service: Connection,
  search: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly FlowSummary[]> {
  const page = await new FlowPages(service).read({ limit, ...(search === '' ? {} : { search }) }, signal)
  return page.rows
}

/** The product that answers; '' if the service does not say. Its failure concerns only the mark beside the rows. */
async function readProduct(service: Connection, signal: AbortSignal): Promise<string> {
  if (service.product !== undefined && service.product !== '') return service.product
  try {
    const parsed = parsedBytes((await readService(service, mePath, signal)).bytes)
    const body = parsed.is === 'answer' && isRecord(parsed.body) ? parsed.body : {}
    const { product, extensions } = body
    if (isRecord(product ?? null) && typeof Reflect.get(Object(product), 'kind') === 'string')
      return String(Reflect.get(Object(product), 'kind'))
    return Array.isArray(extensions) ? 'flow-console' : ''
  } catch (problem) {
    if (signal.aborted) throw problem
    return ''
  }
}

/**
 * All flows of a service, latest change first, up to `maxServiceFlows`. `onPart` gets those read so far. Rejects like
 * `readService`.
 */
export async function readServiceFlows(
  service: Connection,
  signal: AbortSignal,
  onPart: (part: ServiceFlows) => void,
): Promise<ServiceFlows> {
  const pages = new FlowPages(service)
  const rows = new Map<string, FlowSummary>()
  let product = service.product ?? ''
  let at = 0
  const part = ({ total, next }: FlowPage): ServiceFlows => {
    const isComplete = next === null
    return { rows: [...rows.values()], total, isComplete, product, at }
  }
  for (let start: PageStart = {}; ;) {
    const page = await pages.read(start, signal)
    // A flow that changes between two pages may be on both. Rows without an id cannot be told apart.
    for (const row of page.rows) rows.set(row.id === '' ? `\u0000${rows.size}` : row.id, row)
    if (at === 0) {
      at = Date.now()
      onPart(part(page))
      product = await readProduct(service, signal)
    }
    const flows = part(page)
    if (page.next === null || page.rows.length === 0 || rows.size >= maxServiceFlows) return flows
    onPart(flows)
    start = page.next
  }
}
