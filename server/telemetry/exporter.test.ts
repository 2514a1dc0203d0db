/** Tested with a local collector that validates what it receives. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { makeLog } from '#server/base/log.ts'
import { makeExporter } from './exporter.ts'
import { readEndpoint } from '#server/base/telemetry-settings.ts'
import { spanIdOf, traceIdOf, type Span } from './spans.ts'

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))
const Attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
})
const ExportedSpan = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string().min(1),
  kind: z.literal(1),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(Attribute),
  status: z.union([
    z.strictObject({ code: z.literal(1) }),
    z.strictObject({ code: z.literal(2), message: z.string() }),
  ]),
})
/** ExportTraceServiceRequest, with the fields that we use. */
const Export = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.tuple([
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(ExportedSpan).min(1).max(512),
        }),
      ]),
    }),
  ]),
})

interface Taken {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: z.infer<typeof Export>
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** `answer`: the response status; null = no response. */
async function collector(answer: () => number | null) {
  const taken: Taken[] = []
  const server = createServer((message, response) => {
    void json(message).then((body) => {
      taken.push({ path: message.url, headers: message.headers, body: Export.parse(body) })
      const status = answer()
      if (status !== null) response.writeHead(status).end('{}')
    })
  })
  servers.push(server)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = readEndpoint(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/base/`)
  if (typeof url === 'string') throw new Error(url)
  return { taken, url, spans: () => taken.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans) }
}

const span = (number: number, more: Partial<Span> = {}): Span => ({
  traceId: traceIdOf('run_1'),
  spanId: spanIdOf('run_1', String(number)),
  parentSpanId: null,
  name: `step ${number}`,
  start: 1_800_000_000_000,
  end: 1_800_000_000_012.4,
  attributes: {},
  error: null,
  ...more,
})

function exporterTo(url: URL, sendAfterMs: number) {
  const said: string[] = []
  const log = makeLog('warn', false, (text) => said.push(text))
  const telemetry = { url, headers: { 'x-team': 'blue' }, service: 'flows' }
  return { exporter: makeExporter({ telemetry, version: '1.2.3', log, sendAfterMs }), log, said }
}

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 10 })

test('spans are sent in one request, in OTLP format, with the configured headers', async () => {
  const { taken, url, spans } = await collector(() => 200)
  const { exporter } = exporterTo(url, 20)
  exporter.add(span(1, { attributes: { text: 'x', whole: 3, part: 0.5, yes: true } }))
  exporter.add(span(2, { parentSpanId: spanIdOf('run_1'), error: 'timeout' }))
  await until(() => expect(spans()).toHaveLength(2))
  expect(taken).toHaveLength(1)
  expect(taken[0]?.path).toBe('/base/v1/traces')
  expect(taken[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-team': 'blue' })
  expect(taken[0]?.body.resourceSpans[0].resource.attributes[0]).toEqual({
    key: 'service.name',
    value: { stringValue: 'flows' },
  })
  const [first, second] = spans()
  expect(first).toMatchObject({
    startTimeUnixNano: '1800000000000000000',
    endTimeUnixNano: '1800000000012000000',
    status: { code: 1 },
  })
  expect(first?.attributes.map(({ value }) => value)).toEqual([
    { stringValue: 'x' },
    { intValue: '3' },
    { doubleValue: 0.5 },
    { boolValue: true },
  ])
  expect(second).toMatchObject({ parentSpanId: spanIdOf('run_1'), status: { code: 2, message: 'timeout' } })
  await exporter.close()
})

test('spans are sent in batches, and closing sends pending spans', async () => {
  const { taken, url, spans } = await collector(() => 200)
  const { exporter } = exporterTo(url, 60_000)
  for (let number = 0; number < 1_300; number += 1) exporter.add(span(number))
  await exporter.close()
  expect(spans().map(({ name }) => name)).toEqual(Array.from({ length: 1_300 }, (_, number) => `step ${number}`))
  expect(taken).toHaveLength(3)
  exporter.add(span(1))
  expect(exporter.dropped).toBe(1)
})

test('a collector that refuses, is unreachable or never responds loses spans and logs one line', async () => {
  const refusing = await collector(() => 400)
  const { exporter, log, said } = exporterTo(refusing.url, 5)
  for (let number = 0; number < 3; number += 1) {
    exporter.add(span(number))
    await until(() => expect(exporter.dropped).toBe(number + 1))
  }
  log.flush()
  expect(said.join('').split('\n').filter(Boolean)).toHaveLength(1)
  expect(said.join('')).toContain('"status":400')

  const away = exporterTo(new URL('http://127.0.0.1:9/v1/traces'), 5)
  away.exporter.add(span(1))
  await until(() => expect(away.exporter.dropped).toBe(1))

  const silent = await collector(() => null)
  const { exporter: waiting } = exporterTo(silent.url, 5)
  for (let number = 0; number < 4_000; number += 1) waiting.add(span(number))
  expect(waiting.dropped).toBe(4_000 - 2_048 - 512)
  await waiting.close()
})
