/** What the connector keeps of one Node-RED, as one key sees it, and its changes to the flows file. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { FlowDetail } from '#contract/flow.ts'
import { emptyFlow } from '#flow/draft.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import type { ConnectionOptions, Known } from '#server/connectors/connector.ts'
import { definitionOf, definitionOfDraft } from '#server/connectors/flow-file.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import type { Expected } from '#server/protocol/version-check.ts'
import { indexFlows, isPlaced, nameOf, versionOf, type FlowsIndex, type Sheet } from './flows-index.ts'
import { FlowsFile, NodeSets, Settings } from './node-red-schemas.ts'
import { documentOfTab } from './tab-export.ts'
import { tabRowOf, type TabRow } from './tab-row.ts'

/** Tries to write while others write too. */
const maxTries = 4

/** With the revision, which a write must name. */
const v2 = { 'node-red-api-version': 'v2' }

export interface Flows {
  file: FlowsFile
  index: FlowsIndex
  rows: readonly TabRow[]
}

/** An id as Node-RED makes them: 16 hexadecimal digits. */
export const newId = (): string => randomBytes(8).toString('hex')

/** The flows of a file. */
function flowsOf(file: FlowsFile): Flows {
  const index = indexFlows(file.flows)
  return { file, index, rows: index.tabs.map((sheet) => tabRowOf(sheet, index)) }
}

export class NodeRedState {
  readonly options: ConnectionOptions
  /** Node-RED gives all flows in one answer: a list of one entry. */
  readonly #kept: KeptList<Flows>
  #settings: Promise<Settings> | null = null

  constructor(options: ConnectionOptions) {
    this.options = options
    this.#kept = new KeptList({ idOf: () => 'flows', load: () => this.#load(), maxRows: 1 })
  }

  get client() {
    return this.options.client
  }

  /** The flows, at most a few seconds old. */
  async flows(): Promise<Flows> {
    const [flows] = (await this.#kept.read()).rows
    return flows ?? this.readFlows()
  }

  /** The flows as they are now. */
  async readFlows(): Promise<Flows> {
    const file = await this.client.json(FlowsFile, '/flows', { headers: v2 })
    const known = this.#kept.get('flows')
    const flows = known?.file.rev === file.rev ? known : flowsOf(file)
    this.#kept.put(flows)
    return flows
  }

  /** Settings of the instance, which change only with a restart; null if the key may not read them. */
  async settings(): Promise<Settings | null> {
    this.#settings ??= this.client.json(Settings, '/settings')
    return this.#settings.catch(() => {
      this.#settings = null
      return null
    })
  }

  /** The installed types of nodes; null if the key may not read them. */
  async nodeSets(): Promise<NodeSets | null> {
    return this.client.json(NodeSets, '/nodes').catch(() => null)
  }

  async *#load(): AsyncGenerator<Flows[]> {
    yield [await this.readFlows()]
  }

  /** The flow of a tab. */
  detailOf({ index, rows }: Flows, id: string): Known<FlowDetail> {
    const sheet = sheetOf(index, id)
    const row = rows.find((one) => one.id === id)
    return { ...row, ...definitionOfTab(sheet, index), description: row?.description ?? '' }
  }

  /**
   * Writes the flows file as the editor's Deploy does: unlike `PUT /flow/:id`, it keeps what the admin API does not name
   * (a locked tab, wires of link nodes, the order of tabs), and it is refused if somebody else deployed in the meantime.
   * Only the changed flows restart. `edit` may be called several times.
   */
  async write(edit: (flows: Flows) => JsonRecord[]): Promise<Flows> {
    for (let tries = 1; ; tries += 1) {
      const flows = await this.readFlows()
      const body = { flows: edit(flows), rev: flows.file.rev }
      const headers = { ...v2, 'node-red-deployment-type': 'flows' }
      try {
        await this.client.json(z.unknown(), '/flows', { method: 'POST', body, headers })
        return await this.readFlows()
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'conflict' || tries === maxTries) throw error
      }
    }
  }

  /** Changes the items of one tab; 409 with the current flow if somebody was faster. */
  async change(id: string, expected: Expected, edit: (item: JsonRecord, sheet: Sheet) => JsonRecord[]): Promise<Flows> {
    return this.write((flows) => {
      const sheet = sheetOf(flows.index, id)
      if (expected !== null && !expected.includes(versionOf(sheet)))
        throw new Fault(
          'version_conflict',
          'This flow was changed in Node-RED in the meantime. Your change was not made.',
          {
            more: { current: this.detailOf(flows, id) },
          },
        )
      const own = new Set([sheet.owner, ...sheet.items])
      return flows.file.flows.flatMap((item) => (own.has(item) ? edit(item, sheet) : [item]))
    })
  }
}

/** The tab with an id. Throws 404 if there is none. */
export function sheetOf({ tabs }: FlowsIndex, id: string): Sheet {
  const found = tabs.find((tab) => tab.id === id)
  if (!found) throw notFound('flow')
  return found
}

function definitionOfTab(sheet: Sheet, index: FlowsIndex) {
  const name = nameOf(sheet.owner)
  // A tab without nodes is no flow for the reader.
  if (!sheet.items.some(isPlaced)) return definitionOfDraft(emptyFlow())
  return definitionOf('Node-RED', { name, document: documentOfTab(sheet, index) })
}
