import { unzipSync, strFromU8 } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { zipExport, type ZipExportParts } from './zip-export.ts'
import { clearWork, startWork, stopWork, workOf } from '#pages/flows/bulk/flow-work.ts'
import { packZip, type ZipSink } from './zip-pack.ts'

const failure = new ApiError({
  status: 500,
  code: 'internal',
  detail: 'It broke.',
  fieldErrors: {},
  requestId: 'req-7',
  method: 'GET',
  path: '/flow/x/export/',
  durationMs: 1,
  at: '2026-11-01T00:00:00Z',
  retryAfter: null,
  current: undefined,
  body: undefined,
})

const flowOf = (index: number): FlowSummary => ({
  id: `flw_${index}`,
  name: `Flow ${index}`,
  description: '',
  status: 'draft',
  version: index + 1,
  tags: [],
  node_count: 1,
  edge_count: 0,
  trigger_types: [],
  tools: [],
  channels: [],
  last_run_at: null,
  last_run_status: null,
  run_count: 0,
  cost_last_30_days: '0.000000',
  currency: 'EUR',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  created_by: null,
  sample: false,
})

const padding = 'x'.repeat(50_000)
const fileOf = (id: string) =>
  JSON.stringify({ format: 'flow-template', flow: { name: id, nodes: [{ id: 'a', notes: padding }], edges: [] } })

/** Fake service and worker, which record the maximum load. */
class World implements ZipExportParts {
  held = 0
  maxHeld = 0
  maxWaiting = 0
  saved: { bytes: Uint8Array; name: string } | null = null
  fails = new Set<string>()
  diskFull = false
  onRead: (id: string) => void = () => {}

  read = async (id: string) => {
    this.held += 1
    this.maxHeld = Math.max(this.maxHeld, this.held)
    await Promise.resolve()
    this.onRead(id)
    if (this.fails.has(id)) {
      this.held -= 1
      throw failure
    }
    return { blob: new Blob([fileOf(id)]), filename: 'Orders.json' }
  }

  open = (_: FileSystemFileHandle | null, modified: Date) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    const sink: ZipSink = {
      write: async (part) => {
        this.maxWaiting = Math.max(this.maxWaiting, part.length)
        if (this.diskFull) throw new Error('The disk is full.')
        await Promise.resolve()
        parts.push(part)
      },
      close: () => Promise.resolve(new Blob(parts)),
      abort: () => Promise.resolve(),
    }
    const zip = packZip(sink, modified)
    let last: Promise<unknown> = Promise.resolve()
    return {
      add: async (name: string, blob: Blob) => {
        const bytes = await blob.arrayBuffer()
        const added = last.then(() => zip.add(name, bytes))
        last = added.catch(() => {})
        const facts = await added.finally(() => {
          if (name !== 'manifest.json') this.held -= 1
        })
        return facts
      },
      end: async () => (await zip.close()).blob,
      abort: () => Promise.resolve(),
    }
  }

  pending: Promise<void> = Promise.resolve()

  save = (blob: Blob, name: string) => {
    this.pending = blob.arrayBuffer().then((bytes) => {
      this.saved = { bytes: new Uint8Array(bytes), name }
    })
  }

  async files(): Promise<Record<string, string>> {
    await this.pending
    const files = unzipSync(this.saved?.bytes ?? expect.fail('nothing was saved'))
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  }
}

let world: World
let key = ''
let inFile: ReadonlySet<string> | null = null

beforeEach(() => {
  clearWork()
  world = new World()
  inFile = null
})

const exportFlows = (number: number) =>
  startWork({
    kind: 'export',
    title: 'Export',
    flows: Array.from({ length: number }, (_, index) => flowOf(index)),
    createRunner: (begun) => {
      key = begun
      return zipExport(
        begun,
        {
          handle: null,
          onSaved: (ids) => {
            inFile = ids
          },
        },
        world,
      )
    },
  })

const manifestOf = (files: Record<string, string>): unknown => JSON.parse(files['manifest.json'] ?? 'null')

test('1,000 flows are in the ZIP under unique names, with at most four in memory at a time', async () => {
  await exportFlows(1000)
  expect(world.maxHeld).toBe(4)
  // Fifty million bytes were written; the buffer never held more than a slice.
  expect(world.maxWaiting).toBeLessThan(1_100_000)
  const files = await world.files()
  expect(Object.keys(files)).toHaveLength(1001)
  expect(manifestOf(files)).toMatchObject({
    format: 'flow-manifest',
    counts: { flows: 1000, nodes: 1000, edges: 0, missing: 0 },
  })
  expect(inFile?.size).toBe(1000)
  expect(workOf(key)?.file).toMatchObject({ state: 'saved', flows: 1000 })
})

test('the manifest lists each file with its digest, and missing flows with the reason', async () => {
  world.fails.add('flw_1')
  await exportFlows(3)
  const files = await world.files()
  expect(Object.keys(files).toSorted()).toEqual(['Orders (2).json', 'Orders.json', 'manifest.json'])
  const text = files['Orders.json'] ?? ''
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  expect(manifestOf(files)).toMatchObject({
    counts: { flows: 2, missing: 1 },
    flows: [
      { file: 'Orders (2).json', id: 'flw_2', name: 'Flow 2', version: 3 },
      {
        file: 'Orders.json',
        id: 'flw_0',
        version: 1,
        bytes: text.length,
        nodes: 1,
        edges: 0,
        sha256: Buffer.from(digest).toString('hex'),
      },
    ],
    missing: [{ id: 'flw_1', name: 'Flow 1', reason: 'It broke.', code: 'internal', request_id: 'req-7' }],
  })
})

test('a stopped export saves the finished flows, lists the others as missing, and deletes nothing', async () => {
  world.onRead = (id) => {
    if (id === 'flw_5') stopWork(key)
  }
  await exportFlows(40)
  const files = await world.files()
  const flows = Object.keys(files).length - 1
  expect(flows).toBeGreaterThan(4)
  expect(flows).toBeLessThan(12)
  expect(manifestOf(files)).toMatchObject({ counts: { flows, missing: 40 - flows } })
  expect(inFile).toBeNull()
})

test('a full disk ends the export: nothing is saved or deleted, and no more flows are read', async () => {
  world.diskFull = true
  await exportFlows(40)
  expect(world.saved).toBeNull()
  expect(inFile).toBeNull()
  expect(workOf(key)?.file.state).toBe('failed')
  expect(workOf(key)?.items.filter(({ state }) => state.name === 'stopped').length).toBeGreaterThan(30)
})

test('if no flow can be read, there is no file', async () => {
  world.fails = new Set(['flw_0', 'flw_1'])
  await exportFlows(2)
  expect(world.saved).toBeNull()
  expect(workOf(key)?.file.state).toBe('none')
})

test('a single flow is exported as an unchanged file, without a ZIP', async () => {
  await exportFlows(1)
  await world.pending
  expect(world.saved?.name).toBe('Orders.json')
  expect(new TextDecoder().decode(world.saved?.bytes)).toBe(fileOf('flw_0'))
  expect(inFile).toEqual(new Set(['flw_0']))
})
