/** Flows for measurements and crash tests, as template files, and the server that their api nodes call. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Node {
  id: string
  type: string
  config: object
}

/** "a.out > b": from a node's output to a node. */
export function template(name: string, nodes: Node[], connections: readonly string[], settings: object = {}): string {
  const edges = connections.map((way, index) => {
    const [from = '', target = ''] = way.split(' > ')
    const [source = '', handle = 'out'] = from.split('.')
    return { id: `e${index}`, source, target, source_handle: handle, target_handle: null, label: null, condition: null }
  })
  const all = nodes.map((node) => ({ name: node.id, disabled: false, notes: '', tool: null, parent: null, ...node }))
  const flow = { name, description: '', nodes: all, edges, metadata: {}, variables: [], settings }
  return JSON.stringify({ template: { format: 'flow-template', format_version: '1.0', flow } })
}

const trigger: Node = { id: 'in', type: 'trigger', config: { kind: 'webhook' } }
const zeroWait = (id: string): Node => ({ id, type: 'wait', config: { seconds: 0 } })

/** Five trivial steps: measures the engine itself. */
export const trivialFlow = (): string =>
  template(
    'Five steps',
    [trigger, zeroWait('a'), zeroWait('b'), zeroWait('c'), zeroWait('d')],
    ['in > a', 'a > b', 'b > c', 'c > d'],
  )

/** Five steps, three of them expressions and code. */
export const scriptedFlow = (): string =>
  template(
    'Three languages',
    [
      trigger,
      { id: 'a', type: 'transform', config: { language: 'jsonata', expression: '{ "n": input.number * 2 }' } },
      {
        id: 'b',
        type: 'condition',
        config: { language: 'cel', cases: [{ id: 'yes', label: 'yes', expression: 'nodes.a.output.n >= 0' }] },
      },
      { id: 'c', type: 'code', config: { language: 'javascript', source: 'return { n: nodes.a.output.n + 1 }' } },
      zeroWait('d'),
    ],
    ['in > a', 'a > b', 'b.yes > c', 'c > d'],
  )

/** One step waits a second for a response: more processes can wait for more calls, even on the same cores. */
export const callingFlow = (upstream: string): string =>
  template(
    'One call',
    [trigger, { id: 'call', type: 'api', config: { method: 'GET', url: `${upstream}/slow` } }, zeroWait('b')],
    ['in > call', 'call > b'],
  )

/** Fan-out, merge, a call that sometimes fails and is retried, and a wait that suspends the run. */
export const crashFlow = (upstream: string): string =>
  template(
    'Everything that can be cut off',
    [
      trigger,
      {
        id: 'left',
        type: 'api',
        config: {
          method: 'POST',
          url: `${upstream}/flaky`,
          body: { number: '{{ input.number }}' },
          retry: { times: 8, wait_ms: 50 },
        },
      },
      { id: 'right', type: 'api', config: { method: 'GET', url: `${upstream}/quick` } },
      { id: 'pause', type: 'wait', config: { seconds: 1 } },
      {
        id: 'merge',
        type: 'transform',
        config: { language: 'jsonata', expression: '{ "number": input.left.number }' },
      },
      { id: 'last', type: 'api', config: { method: 'GET', url: `${upstream}/quick` } },
    ],
    ['in > left', 'in > right', 'right > pause', 'left > merge', 'pause > merge', 'merge > last'],
  )

/**
 * One call that the bench answers on command: until then the run is in the middle of a step. The call must be the last
 * step: if another one followed, its row number would be taken already, and that alone would reject a late writer.
 */
export const blockingFlow = (upstream: string): string =>
  template(
    'One call that is held',
    [trigger, { id: 'call', type: 'api', config: { method: 'GET', url: `${upstream}/held` } }],
    ['in > call'],
  )

export interface Upstream {
  url: string
  /** Number of calls to /held that have no response yet. */
  pendingCalls(): number
  /** Responds to the `count` oldest of these calls. */
  release(count: number): void
  /** Number of calls by idempotency key: more than one means that a step was repeated. */
  calls: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Response time of /slow: twenty runs of a process wait while its core is nearly idle. */
const slowResponseMs = 1000
/** Share of calls to /flaky that get a 503. */
const failureRate = 0.2

export async function startUpstream(): Promise<Upstream> {
  const calls = new Map<string, number>()
  const pendingCalls: (() => void)[] = []
  const server = createServer((request, response) => {
    request.resume()
    const key = request.headers['idempotency-key']
    if (typeof key === 'string') calls.set(key, (calls.get(key) ?? 0) + 1)
    const fails = request.url === '/flaky' && Math.random() < failureRate
    const respond = () => {
      response.writeHead(fails ? 503 : 200, { 'content-type': 'application/json' })
      response.end(fails ? '{"message":"later"}' : '{"number":1}')
    }
    if (request.url === '/held') pendingCalls.push(respond)
    else setTimeout(respond, request.url === '/slow' ? slowResponseMs : 0)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    pendingCalls: () => pendingCalls.length,
    release: (count) => {
      for (const respond of pendingCalls.splice(0, count)) respond()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => void server.close(() => done()))
    },
  }
}
