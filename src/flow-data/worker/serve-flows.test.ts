import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import type { FlowReply } from './flow-messages.ts'
import { FlowService } from './serve-flows.ts'

const parts = { nodes: [makeNode({ id: 'a', type: 'api', name: 'Look up' })], edges: [], validation: [] }

test('a flow can be sent through a port until it is released', async () => {
  const replies: FlowReply[] = []
  const service = new FlowService((reply) => replies.push(reply))
  const { port1: from, port2: to } = new MessageChannel()
  const message = new Promise((resolve) => to.addEventListener('message', ({ data }) => resolve(data), { once: true }))
  to.start()
  await service.handle({ kind: 'hold', id: 1, key: 7, parts })
  await service.handle({ kind: 'lend', id: 2, key: 7, placement: 'given', port: from })
  expect(await message).toMatchObject({ ...parts, positions: { x: new Float64Array(1) } })
  to.close()
  await service.handle({ kind: 'forget', key: 7 })
  await service.handle({ kind: 'lend', id: 3, key: 7, placement: 'given', port: from })
  expect(replies).toEqual([
    { id: 1, is: 'done', answer: null },
    { id: 2, is: 'done', answer: null },
    { id: 3, is: 'failed', message: 'The flow is no longer loaded. Reload the page.' },
  ])
})

test('a flow from a file of another product is shown with the kinds of its types', async () => {
  const replies: FlowReply[] = []
  const service = new FlowService((reply) => replies.push(reply))
  const original = { type: 'n8n-nodes-base.github', parameters: {} }
  const nodes = [makeNode({ id: 'a', type: original.type, name: 'Issues', config: { original } })]
  const input = { id: 'a', most: { problems: 1, neighbours: 1 } }
  await service.handle({ kind: 'hold', id: 1, key: 7, parts: { nodes, edges: [], validation: [], format: 'n8n' } })
  await service.handle({ kind: 'hold again', id: 2, key: 7, as: 8, validation: [] })
  await service.handle({ kind: 'ask', id: 3, key: 8, question: 'node', input })
  await expect.poll(() => replies.at(-1)).toMatchObject({ id: 3, answer: { visual: { id: 'app', label: 'App' } } })
})

test('a flow of another service is opened, and the console finds its broken edges', async () => {
  const replies: FlowReply[] = []
  const service = new FlowService((reply) => replies.push(reply))
  const json = {
    data: {
      flow: {
        pk: 7,
        title: 'Greet',
        nodes: { a: { kind: 'start', x: 10, y: '20' }, b: { kind: 'say', data: { label: 'Hello' } } },
        edges: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'gone' },
        ],
      },
    },
  }
  const bytes = new TextEncoder().encode(JSON.stringify(json)).buffer
  await service.handle({ kind: 'open', id: 1, key: 7, bytes, previous: null })
  expect(replies[0]).toMatchObject({
    is: 'done',
    answer: {
      is: 'flow',
      head: {
        id: '7',
        name: 'Greet',
        counts: { nodes: 2, edges: 2 },
        $raw: { pk: 7, title: 'Greet' },
        validation: [{ code: 'dangling_edge', edge_id: 'b:out>gone' }],
      },
      findings: { shape: 'data.flow', raw: [] },
    },
  })
})
