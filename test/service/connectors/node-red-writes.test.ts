/** Changes and imports through the console in front of Node-RED: what is deployed. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  broker,
  detailOf,
  Failure,
  Item,
  nightJobs,
  orders,
  recorded,
  startNodeRed,
  textOf,
} from './node-red-server.ts'
import { stopAll } from './support.ts'

afterAll(stopAll)
const nodeRed = await startNodeRed()
beforeEach(() => nodeRed.restore())

test('renames by a deploy of the same revision that changes the tab alone', async () => {
  const { version } = await nodeRed.read()
  const { status, json } = await nodeRed.ask(`PATCH /flow/${orders}/`, { name: 'Shop', description: 'New', version })
  expect([status, detailOf(json).name, detailOf(json).status]).toEqual([200, 'Shop', 'active'])
  // The lock and the environment of the tab, the order of all items, and the wires of link nodes stay.
  expect(nodeRed.flows).toEqual(
    recorded.map((item) => (item.id === orders ? { ...item, label: 'Shop', info: 'New' } : item)),
  )
  expect(recorded.find(({ id }) => id === orders)).toMatchObject({ locked: true })
})

test('pauses and activates', async () => {
  const paused = await nodeRed.ask(`POST /flow/${orders}/pause/`, {})
  expect([paused.status, detailOf(paused.json).status]).toEqual([200, 'paused'])
  expect(nodeRed.flows.find(({ id }) => id === orders)).toMatchObject({ disabled: true, locked: true })
  const active = await nodeRed.ask(`POST /flow/${orders}/activate/`, {})
  expect([active.status, detailOf(active.json).status]).toEqual([200, 'active'])
  expect(nodeRed.flows).toEqual(recorded)
})

test('a change by somebody else is a conflict with the current flow', async () => {
  const { version } = await nodeRed.read()
  nodeRed.deploy(nodeRed.flows.map((item) => (item.id === 'a1b2c3d4e5f60023' ? { ...item, name: 'Enough?' } : item)))
  const { status, json } = await nodeRed.ask(`PATCH /flow/${orders}/`, { name: 'Shop', version })
  expect([status, Failure.parse(json).code]).toEqual([409, 'version_conflict'])
  expect(json).toMatchObject({ current: { id: orders, name: 'Orders' } })
  expect(nodeRed.product.asked).not.toContain('POST /flows')
})

test('a deploy of another tab in the meantime is no conflict, and is kept', async () => {
  const { version } = await nodeRed.read()
  let others = 0
  nodeRed.beforeWrite = () => {
    others += 1
    if (others === 1)
      nodeRed.deploy(nodeRed.flows.map((item) => (item.id === nightJobs ? { ...item, info: 'Theirs' } : item)))
  }
  const { status, json } = await nodeRed.ask(`PATCH /flow/${orders}/`, { name: 'Shop', version })
  expect([status, detailOf(json).name, others]).toEqual([200, 'Shop', 2])
  expect(nodeRed.flows.find(({ id }) => id === nightJobs)).toMatchObject({ info: 'Theirs' })
})

test('gives up when others deploy all the time', async () => {
  nodeRed.beforeWrite = () => nodeRed.deploy([...nodeRed.flows])
  const { status, json } = await nodeRed.ask(`POST /flow/${orders}/pause/`, {})
  expect([status, Failure.parse(json).code]).toEqual([409, 'conflict'])
  expect(nodeRed.flows).toEqual(recorded)
})

test('deletes a tab with its nodes, and nothing else', async () => {
  expect((await nodeRed.ask(`DELETE /flow/${nightJobs}/`)).status).toBe(204)
  expect(nodeRed.flows).toEqual(recorded.filter(({ id, z: tab }) => id !== nightJobs && tab !== nightJobs))
  expect((await nodeRed.ask(`GET /flow/${nightJobs}/`)).status).toBe(404)
  expect((await nodeRed.ask(`DELETE /flow/${nightJobs}/`)).status).toBe(404)
})

test('creates an empty tab', async () => {
  const { status, json } = await nodeRed.ask('POST /flow/', { name: 'Returns', description: 'By post' })
  expect([status, detailOf(json).name, detailOf(json).nodes]).toEqual([201, 'Returns', []])
  expect(nodeRed.flows.slice(0, -1)).toEqual(recorded)
  expect(nodeRed.flows.at(-1)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    type: 'tab',
    label: 'Returns',
    disabled: false,
    info: 'By post',
    env: [],
  })
})

test('imports a file unchanged, but paused, if its ids are free', async () => {
  nodeRed.deploy([])
  const template = textOf('editor-export-orders')
  const { status, json } = await nodeRed.ask('POST /flow/import/', { template })
  expect(status).toBe(201)
  expect(json).toMatchObject({ id: orders, name: 'Orders', status: 'paused', import: { warnings: [] } })
  const file = z.array(Item).parse(JSON.parse(template))
  expect(nodeRed.flows).toEqual(file.map((item) => (item.type === 'tab' ? { ...item, disabled: true } : item)))
})

test('imports a file whose ids are taken as a copy, and leaves all others as they are', async () => {
  const { status, json } = await nodeRed.ask('POST /flow/import/', {
    template: textOf('editor-export-orders'),
    name: 'Second',
  })
  const copy = detailOf(json)
  expect([status, copy.name, copy.status]).toEqual([201, 'Second', 'paused'])
  expect(nodeRed.flows.slice(0, recorded.length)).toEqual(recorded)
  const added = nodeRed.flows.slice(recorded.length)
  expect(new Set(nodeRed.flows.map(({ id }) => id)).size).toBe(nodeRed.flows.length)
  // The equal subflow and config nodes are used, not copied.
  expect(added.map(({ type }) => type).toSorted()).toEqual(
    recorded
      .filter(({ id, z: tab }) => id === orders || tab === orders)
      .map(({ type }) => type)
      .toSorted(),
  )
  expect(added.find(({ type }) => type === 'mqtt in')).toMatchObject({ broker, z: copy.id })
  const [first, again] = [await nodeRed.read(), copy]
  expect(again.nodes.map(({ type }) => type)).toEqual(first.nodes.map(({ type }) => type))
  expect(again.edges.length).toBe(first.edges.length)
  const group = added.find(({ type }) => type === 'group')
  const inGroup = added.filter((item) => item['g'] === group?.id).map(({ id }) => id)
  expect(group).toMatchObject({ nodes: inGroup })
  expect(inGroup.length).toBe(3)
})

test('a config node with the same id and other settings gets a copy, which the nodes use', async () => {
  const template = textOf('editor-export-orders').replace('"broker": "localhost"', '"broker": "mqtt.example.com"')
  const { json } = await nodeRed.ask('POST /flow/import/', { template })
  expect(json).toMatchObject({ import: { warnings: [{ code: 'config_copied' }] } })
  expect(nodeRed.flows.find(({ id }) => id === broker)).toMatchObject({ broker: 'localhost' })
  const copy = nodeRed.flows.find((item) => item['broker'] === 'mqtt.example.com')
  const { id } = detailOf(json)
  expect(nodeRed.flows.find((item) => item.type === 'mqtt in' && item.z === id)).toMatchObject({ broker: copy?.id })
})

test('a selection of nodes becomes a tab of its own', async () => {
  const selection = recorded.filter(({ z: tab }) => tab === nightJobs)
  const { status, json } = await nodeRed.ask('POST /flow/import/', { template: selection, name: 'Selection' })
  const { id, name, nodes } = detailOf(json)
  expect([status, name, nodes.length]).toEqual([201, 'Selection', 4])
  expect(nodeRed.flows.slice(0, recorded.length)).toEqual(recorded)
  expect(nodeRed.flows.filter((item) => item.z === id).length).toBe(4)
})

test('imports all tabs of a file, and says so', async () => {
  nodeRed.deploy([])
  const { json } = await nodeRed.ask('POST /flow/import/', { template: recorded })
  expect(json).toMatchObject({ name: 'Orders', import: { warnings: [{ code: 'several_flows' }] } })
  expect(nodeRed.flows).toEqual(recorded.map((item) => (item.type === 'tab' ? { ...item, disabled: true } : item)))
})

test('the first tab of a file gets the chosen name; nodes without a tab get one of their own, behind it', async () => {
  const lost = { id: 'lost', type: 'debug', z: 'elsewhere', name: 'Lost', x: 100, y: 80, wires: [] }
  const file = [lost, ...recorded.filter(({ id, z: tab }) => id === nightJobs || tab === nightJobs)]
  nodeRed.deploy([])
  const { json } = await nodeRed.ask('POST /flow/import/', { template: file, name: 'Days' })
  expect(json).toMatchObject({ id: nightJobs, name: 'Days', import: { warnings: [{ code: 'several_flows' }] } })
  expect(nodeRed.flows.filter(({ type }) => type === 'tab')).toMatchObject([
    { label: 'Days' },
    { label: 'Imported flow' },
  ])
})

test('refuses a file of another product, and one without nodes', async () => {
  const other = await nodeRed.ask('POST /flow/import/', { template: { nodes: [], connections: {} } })
  expect([other.status, Failure.parse(other.json).code]).toEqual([422, 'not_a_template'])
  expect(Failure.parse(other.json).detail).toContain('n8n')
  const subflow = recorded.filter(({ id, z: tab }) => id === 'a1b2c3d4e5f60010' || tab === 'a1b2c3d4e5f60010')
  const bare = await nodeRed.ask('POST /flow/import/', { template: subflow })
  expect([bare.status, Failure.parse(bare.json).code]).toEqual([422, 'not_a_template'])
  expect(nodeRed.flows).toEqual(recorded)
})

test('duplicates a tab as a paused copy', async () => {
  const { status, json } = await nodeRed.ask(`POST /flow/${nightJobs}/duplicate/`, {})
  const copy = detailOf(json)
  expect([status, copy.name, copy.status, copy.nodes.length]).toEqual([201, 'Night jobs (copy)', 'paused', 4])
  expect(nodeRed.flows.slice(0, recorded.length)).toEqual(recorded)
  expect(copy.id).not.toBe(nightJobs)
})

test('refuses a file with missing node types while flows run, and imports it if none can', async () => {
  const template = [
    { id: 'b1', type: 'tab', label: 'Lamps' },
    { id: 'b2', type: 'lamp-switch', z: 'b1', name: '', x: 100, y: 80, wires: [] },
  ]
  const { status, json } = await nodeRed.ask('POST /flow/import/', { template })
  expect([status, Failure.parse(json).code]).toEqual([409, 'not_ready'])
  expect(Failure.parse(json).detail).toContain('lamp-switch')
  expect(nodeRed.flows).toEqual(recorded)
  nodeRed.deploy([])
  const imported = await nodeRed.ask('POST /flow/import/', { template })
  expect(imported.status).toBe(201)
  expect(imported.json).toMatchObject({ import: { warnings: [{ code: 'missing_types' }] } })
})
