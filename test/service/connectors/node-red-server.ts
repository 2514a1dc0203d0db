/** A Node-RED that gives recorded answers and keeps what is deployed, and a console in front of it. */
import { z } from 'zod'
import { consoleOf, recordedProduct, recording, type RecordedProduct, type TestConsole } from './support.ts'

export const folder = 'node-red-5.0'
export const token = 'token-of-owner'
/** Ids of the recorded tabs, and of a config node. */
export const orders = 'a1b2c3d4e5f60001'
export const nightJobs = 'a1b2c3d4e5f60002'
export const empty = 'a1b2c3d4e5f60003'
export const broker = 'a1b2c3d4e5f60030'

export const Item = z.looseObject({ id: z.string(), type: z.string(), z: z.string().optional() })
const Written = z.object({ rev: z.string(), flows: z.array(Item) })
type Items = z.infer<typeof Written>['flows']

export const { flows: recorded, rev } = Written.parse(recording(folder, 'flows').answer)
export const textOf = (name: string) => z.string().parse(recording(folder, name).answer)

const Detail = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  version: z.int(),
  nodes: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  edges: z.array(z.unknown()),
})
export const detailOf = (json: unknown) => Detail.parse(json)
export const Failure = z.looseObject({ code: z.string(), detail: z.string() })

/** Recordings that are answers to different requests. */
const used = new Set(['login', 'token', 'settings', 'flows', 'nodes'])

export class NodeRed {
  readonly product: RecordedProduct
  /** A new one for each test, since it keeps lists for some seconds. */
  console: TestConsole
  /** The flows that Node-RED has: as recorded, then as deployed. */
  flows: Items = recorded
  /** Called before a write is answered: somebody else deploys. */
  beforeWrite: () => void = () => undefined
  #revision = rev

  constructor(product: RecordedProduct, console: TestConsole) {
    this.product = product
    this.console = console
  }

  /** Back to the recorded flows. */
  async restore(): Promise<void> {
    this.product.restore()
    this.console = await consoleOf(this.product.origin)
    this.beforeWrite = () => undefined
    this.deploy(recorded)
    this.product.replace('GET /flows', (_, response) => {
      const body = JSON.stringify({ flows: this.flows, rev: this.#revision })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    this.product.replace('POST /flows', ({ body, headers }, response) => {
      this.beforeWrite()
      // A full deploy would restart all flows, and without a version the revision is not compared.
      if (headers['node-red-api-version'] !== 'v2' || headers['node-red-deployment-type'] !== 'flows')
        return void response.writeHead(400).end()
      const written = Written.parse(JSON.parse(body))
      const isCurrent = written.rev === this.#revision
      const { status, answer } = recording(folder, isCurrent ? 'flows-write' : 'error-409-flows')
      if (isCurrent) this.deploy(written.flows)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  }

  deploy(next: Items): void {
    this.flows = next
    this.#revision = `${this.#revision}1`
  }

  ask(request: string, body?: unknown, key = token) {
    return this.console.ask(request, { key, ...(body === undefined ? {} : { body }) })
  }

  async read(id = orders) {
    return detailOf((await this.ask(`GET /flow/${id}/`)).json)
  }
}

export async function startNodeRed(): Promise<NodeRed> {
  const product = await recordedProduct(folder, {
    key: { header: 'authorization', value: `Bearer ${token}` },
    refusals: { noKey: 'error-401-no-key', wrongKey: 'error-401-wrong-key' },
    isPublic: (target) => target.startsWith('/auth/'),
    only: (name) => used.has(name),
  })
  return new NodeRed(product, await consoleOf(product.origin))
}
