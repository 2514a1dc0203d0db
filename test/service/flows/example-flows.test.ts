/** The example flows of docs/engine.md: importing them unchanged, activating and running them. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eachDatabase, type TestService } from '#test/service/support/harness.ts'
import { waitForRunEnd, startRun, until } from '#test/service/support/runs.ts'

const Id = z.looseObject({ id: z.string() })
const CreatedObject = z.looseObject({ id: z.string(), address: z.string(), secret: z.string().nullable() })

const requests: { method: string; path: string; key: string | undefined; body: unknown }[] = []

/** Services that the examples call: figures, a help desk, and a model. */
const other = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => {
    const text = Buffer.concat(parts).toString()
    const path = request.url ?? ''
    const key = request.headers['idempotency-key']
    requests.push({
      method: request.method ?? '',
      path,
      key: typeof key === 'string' ? key : undefined,
      body: text === '' ? null : JSON.parse(text),
    })
    response.setHeader('content-type', 'application/json')
    if (path.endsWith('/chat/completions'))
      return void response.end(
        JSON.stringify({
          id: 'c1',
          object: 'chat.completion',
          created: 1,
          model: 'gpt-4o-mini',
          choices: [
            { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'A good day: 12 orders.' } },
          ],
          usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
        }),
      )
    return void response.end(JSON.stringify(path === '/figures' ? { orders: 12 } : { ok: true }))
  })
})

// Started before the tests, which need its URL.
await new Promise<void>((done) => void other.listen(0, '127.0.0.1', done))
const listens: AddressInfo | string | null = other.address()
const base = `http://127.0.0.1:${typeof listens === 'object' ? (listens?.port ?? 0) : 0}`
afterAll(() => new Promise((done) => void other.close(done)))

/** Imports an example; external URLs are replaced by those of the test. */
async function importExample(service: TestService, name: string): Promise<string> {
  const file = new URL(`../../../docs/examples/${name}.json`, import.meta.url)
  const text = (await readFile(file, 'utf8'))
    .replace('https://desk.example.com/alerts', `${base}/alerts`)
    .replace('https://shop.example.com/figures.json', `${base}/figures`)
  const made = await service.request('POST', '/flow/import/', { as: service.one.owner, body: { template: text } })
  expect(made.status, made.text).toBe(201)
  return made.as(Id).id
}

async function activate(service: TestService, id: string): Promise<void> {
  const active = await service.request('POST', `/flow/${id}/activate/`, { as: service.one.owner })
  expect(active.status, active.text).toBe(200)
}

async function connect(service: TestService, body: Record<string, unknown>): Promise<z.infer<typeof CreatedObject>> {
  const made = await service.request('POST', '/channel/', { as: service.one.owner, body })
  expect(made.status, made.text).toBe(201)
  return made.as(CreatedObject)
}

eachDatabase('examples of docs/engine.md', { settings: { MODEL_BASE_URL: `${base}/v1` }, engine: true }, (service) => {
  test('webhook.json: reports a large order to the desk, and counts a small one', async () => {
    const { owner } = service.one
    const flow = await importExample(service, 'webhook')
    await activate(service, flow)
    const { address, secret } = await connect(service, {
      type: 'webhook',
      name: 'Orders',
      flow,
      config: { preset: 'standard' },
    })
    const send = async (price: number) => {
      const body = JSON.stringify({
        no: `A-${price}`,
        lines: [
          { count: 3, price },
          { count: 1, price: 1 },
        ],
      })
      const id = randomUUID()
      const at = new Date()
      const response = await fetch(new URL(new URL(address).pathname, service.origin), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret ?? '').sign(id, at, body),
        },
      })
      expect(response.status).toBe(202)
      const { run_id: run } = z.object({ run_id: z.string() }).parse(await response.json())
      return waitForRunEnd(service, owner, run)
    }
    const large = await send(40)
    expect(large, JSON.stringify(large.error)).toMatchObject({ status: 'succeeded', trigger: 'webhook' })
    expect(requests.find(({ path }) => path === '/alerts')).toMatchObject({
      method: 'POST',
      body: { text: 'Order A-40: 4 pieces', total: 121 },
    })
    expect(requests.find(({ path }) => path === '/alerts')?.key).toBeTruthy()
    const small = await send(10)
    expect(small.steps.map(({ node_id: node }) => node)).toEqual(['start', 'sum', 'size', 'count'])
    expect(small.output).toEqual({ counted: 4 })
  })

  test("webchat.json: replies to a visitor's message", async () => {
    const { owner } = service.one
    const flow = await importExample(service, 'webchat')
    const { id, address } = await connect(service, {
      type: 'webchat',
      name: 'Chat of the shop',
      config: { origins: [] },
    })
    const bound = await service.request('PUT', `/flow/${flow}/bindings/`, {
      as: owner,
      body: { channels: { chat: id } },
    })
    expect(bound.status, bound.text).toBe(200)
    await activate(service, flow)
    // Binding the channel to the flow's trigger is sufficient to start that flow.
    const channel = await service.request('GET', `/channel/${id}/`, { as: owner })
    expect(channel.body).toMatchObject({ flow: { id: flow } })
    const token = new URL(address).pathname.split('/').at(-1) ?? ''
    const opened = await service.request('POST', `/webchat/${token}/session/`, {
      body: {},
      headers: { origin: service.origin },
    })
    const { visitor } = opened.as(z.looseObject({ visitor: z.string() }))
    const ChatMessages = z.looseObject({ messages: z.array(z.looseObject({ from: z.string(), text: z.string() })) })
    const headers = { 'x-visitor': visitor, origin: service.origin }
    const sendMessage = async (text: string) => {
      const sent = await service.request('POST', `/webchat/${token}/message/`, {
        headers,
        body: { id: randomUUID(), text },
      })
      expect(sent.status, sent.text).toBe(201)
    }
    const waitForReplies = (count: number) =>
      until(
        async () => {
          const response = await service.request('GET', `/webchat/${token}/message/`, { headers })
          return response.as(ChatMessages).messages.filter(({ from }) => from === 'us')
        },
        (messages) => messages.length >= count,
        `${count} answers`,
      )
    await sendMessage('When do you OPEN tomorrow?')
    expect((await waitForReplies(1)).at(-1)?.text).toContain('Monday to Friday')
    await sendMessage('Where is my order 1284?')
    expect((await waitForReplies(2)).at(-1)?.text).toContain('Order 1284 is on its way')
    await sendMessage('Hello')
    expect((await waitForReplies(3)).at(-1)?.text).toContain('I can say when we are open')
  })

  test('agent.json: fetches figures, summarizes them with a model, and books its tokens', async () => {
    const { owner } = service.one
    const flow = await importExample(service, 'agent')
    await activate(service, flow)
    const { id } = await startRun(service, owner, flow)
    const run = await waitForRunEnd(service, owner, id)
    expect(run, JSON.stringify(run.error)).toMatchObject({ status: 'succeeded' })
    expect(run.output).toMatchObject({ text: 'A good day: 12 orders.' })
    const call = requests.find(({ path }) => path.endsWith('/chat/completions'))
    expect(JSON.stringify(call?.body)).toContain('orders')
    // 100 tokens in and 10 out of gpt-4o-mini, rounded up, and one API call.
    expect(run.cost).toBe('0.000121')
  })
})
