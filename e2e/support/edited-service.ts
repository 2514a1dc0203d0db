/**
 * A server in front of a service that simulates a later version of a flow, for a service that cannot change a flow's
 * definition and stores no versions: without the extension `releases`.
 */
import { createServer, request as requestOf, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { flowReleases } from '#contract/kernel/extensions.ts'
import { expect, type TestService } from './service.ts'

/** Fields that an edit may change; the rest stays. */
const Flow = z.looseObject({
  version: z.number(),
  nodes: z.array(z.looseObject({ id: z.string() })),
  edges: z.array(z.looseObject({ id: z.string() })),
})
type Edit = (flow: z.infer<typeof Flow>) => void

const Me = z.looseObject({ extensions: z.array(z.string()) })

/** The response to a GET with another body; null = it is forwarded as it is. */
type BodyChange = ((body: unknown) => unknown) | null

export class EditedService {
  readonly #service: TestService
  readonly #edits = new Map<string, Edit>()
  readonly #server = createServer((from, to) => this.#forward(from, to))
  #url = ''

  private constructor(service: TestService) {
    this.#service = service
  }

  static async start(service: TestService): Promise<EditedService> {
    const editedService = new EditedService(service)
    await new Promise<void>((resolve) => {
      editedService.#server.listen(0, '127.0.0.1', resolve)
    })
    const address = editedService.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    editedService.#url = `http://127.0.0.1:${address.port}`
    return editedService
  }

  get url(): string {
    return this.#url
  }

  /** Raises the version of the flow, with these changes. */
  edit(flow: string, change: Edit): void {
    this.#edits.set(flow, change)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #changeOf(path: string): BodyChange {
    if (path === '/api/me/')
      return (body) => {
        const me = Me.parse(body)
        return { ...me, extensions: me.extensions.filter((name) => name !== flowReleases) }
      }
    const id = /^\/api\/flow\/([^/]+)\/$/.exec(path)?.[1]
    if (id === undefined) return null
    return (body) => {
      const { live_version: _live, draft_version: _draft, ...flow } = Flow.parse(body)
      const edit = this.#edits.get(id)
      if (edit === undefined) return flow
      flow.version += 1
      edit(flow)
      return flow
    }
  }

  #forward(from: IncomingMessage, to: ServerResponse): void {
    const { origin, host } = new URL(this.#service.url)
    const change = this.#changeOf(from.url ?? '')
    // Only a complete response can be changed.
    const { 'if-none-match': _etag, 'accept-encoding': _encoding, ...headers } = from.headers
    const forwarded = requestOf(`${origin}${from.url ?? ''}`, {
      method: from.method,
      headers: { ...headers, host, ...(headers.origin === undefined ? {} : { origin }) },
    })
    forwarded.on('response', (response) => {
      if (change === null || from.method !== 'GET' || response.statusCode !== 200) {
        to.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(to)
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
        const { 'content-length': _length, etag: _old, ...rest } = response.headers
        to.writeHead(200, rest).end(JSON.stringify(change(body)))
      })
    })
    forwarded.on('error', () => to.destroy())
    from.pipe(forwarded)
  }
}

/** A node of a flow by its id. */
export function nodeOf(flow: z.infer<typeof Flow>, id: string): Record<string, unknown> {
  const found = flow.nodes.find((one) => one.id === id)
  expect(found, `node ${id}`).toBeDefined()
  return found ?? {}
}
