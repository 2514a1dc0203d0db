/** A console in front of several plain services, of which a test makes some hang or refuse. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { startService } from '#scripts/service.mjs'
import { asJson, flowOf, startPlainStub, type PlainStub } from './plain-service.ts'

export interface NamedService {
  name: string
  /** Names of its flows; null = nothing listens at its address. */
  flows: readonly string[] | null
}

export interface SeveralServices {
  /** URL of the console. */
  url: string
  /** The service of this name. */
  service: (name: string) => PlainStub
  stop: () => Promise<void>
}

/** Never answers. */
export const hang: RequestListener = () => undefined

const nodeOf = (id: string, config: object = {}) => ({
  id,
  type: 'code',
  name: id,
  position: { x: 0, y: 0 },
  size: null,
  parent: null,
  tool: null,
  config,
  disabled: false,
  notes: '',
})

/** The flow at an index of a service, with one node for each name. */
export function respondWithFlow(
  stub: PlainStub,
  index: number,
  { updated, nodes }: { updated: string; nodes: Readonly<Record<string, object>> },
): void {
  const name = stub.flows[index] ?? ''
  const body = {
    ...flowOf(name, index),
    updated_at: updated,
    nodes: Object.entries(nodes).map(([id, config]) => nodeOf(id, config)),
    edges: [],
    metadata: {},
    variables: [],
    settings: {},
    viewport: null,
    validation: [],
    bindings: { tools: {}, channels: {}, secrets: {} },
  }
  stub.respondTo(`GET /flow/flw_${index + 1}/`, (_request, response) =>
    response.writeHead(200, asJson).end(JSON.stringify(body)),
  )
}

/** Starts the services and the console, whose file names them in this order. */
export async function startSeveralServices(named: readonly NamedService[]): Promise<SeveralServices> {
  const stubs = new Map<string, PlainStub>()
  const addresses: string[] = []
  for (const { name, flows } of named) {
    if (flows === null) {
      addresses.push(`http://127.0.0.1:${await freePort()}`)
      continue
    }
    const stub = await startPlainStub(flows)
    stubs.set(name, stub)
    addresses.push(stub.origin)
  }
  const folder = mkdtempSync(join(tmpdir(), 'flow-services-'))
  const file = join(folder, 'services.yaml')
  const entries = named.map(
    ({ name }, index) =>
      `  - name: ${JSON.stringify(name)}\n    kind: flow-console\n    address: ${addresses[index]}\n`,
  )
  writeFileSync(file, `services:\n${entries.join('')}`)
  const front = await startService({ env: { SERVICES_FILE: file } })
  return {
    url: front.url,
    service: (name) => {
      const stub = stubs.get(name)
      if (stub === undefined) throw new Error(`There is no service “${name}”.`)
      return stub
    },
    stop: async () => {
      await front.remove()
      for (const stub of stubs.values()) await stub.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
