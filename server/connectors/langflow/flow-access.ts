/** Reads and changes single flows of Langflow. */
import { randomUUID } from 'node:crypto'
import type { FlowDetail } from '#contract/flow.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import type { Known } from '#server/connectors/connector.ts'
import { definitionOf } from '#server/connectors/flow-file.ts'
import { isUuid } from '#server/connectors/session-id.ts'
import { documentOf, type FlowRow } from './flow-row.ts'
import { api } from './langflow-client.ts'
import { LangflowFlow } from './langflow-schemas.ts'
import type { LangflowState } from './langflow-state.ts'

const flowPath = (id: string): string => `${api}/flows/${encodeURIComponent(id)}`

/** Fields of a flow that are written. */
export interface FlowChange {
  name?: string | undefined
  description?: string | undefined
}

export class FlowAccess {
  readonly #state: LangflowState

  constructor(state: LangflowState) {
    this.#state = state
  }

  async read(id: string): Promise<LangflowFlow> {
    if (!isUuid(id)) throw notFound('flow')
    return this.#state.client.json(LangflowFlow, flowPath(id)).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'not_found') this.#state.flows.remove(id)
      throw error
    })
  }

  create(body: Readonly<Record<string, unknown>>): Promise<LangflowFlow> {
    return this.#state.client.json(LangflowFlow, `${api}/flows/`, { method: 'POST', body })
  }

  /** The endpoint name is sent as it was read: some versions of Langflow remove it if it is missing. */
  async update(id: string, change: FlowChange): Promise<LangflowFlow> {
    const { endpoint_name: endpoint } = await this.read(id)
    const body = { ...change, endpoint_name: endpoint ?? null }
    return this.#state.client.json(LangflowFlow, flowPath(id), { method: 'PATCH', body })
  }

  async remove(id: string): Promise<void> {
    if (!isUuid(id)) throw notFound('flow')
    await this.#state.client.text(flowPath(id), { method: 'DELETE' })
    this.#state.flows.remove(id)
  }

  /** The file that Langflow's own export gives, as text. */
  async download(id: string): Promise<string> {
    if (!isUuid(id)) throw notFound('flow')
    return this.#state.client.text(`${api}/flows/download/`, { method: 'POST', body: [id] })
  }

  /** Uploads a file with one flow, unchanged. */
  async upload(file: string): Promise<LangflowFlow> {
    const boundary = `file-${randomUUID()}`
    const head = `Content-Disposition: form-data; name="file"; filename="flow.json"\r\nContent-Type: application/json`
    const content = `--${boundary}\r\n${head}\r\n\r\n${file}\r\n--${boundary}--\r\n`
    const [created] = await this.#state.client.json(LangflowFlow.array(), `${api}/flows/upload/`, {
      method: 'POST',
      text: { content, type: `multipart/form-data; boundary=${boundary}` },
    })
    if (!created) throw new Fault('upstream_broken', 'Langflow accepted the file, but created no flow.')
    return created
  }

  /** Figures of the runs by flow; unknown while Langflow has no trace at all, since its traces may be turned off. */
  async figures(): Promise<(row: FlowRow) => Partial<Known<FlowDetail>>> {
    const kept = await this.#state.runs.read()
    const runs = { ...kept, rows: kept.rows.map(({ row }) => row) }
    if (runs.rows.length === 0) return () => ({})
    const figuresOf = this.#state.facts.figures(runs)
    return ({ flow }) => figuresOf(flow.id)
  }

  /** The flow of the contract. */
  async detailOf(found: LangflowFlow): Promise<Known<FlowDetail>> {
    const row = this.#state.keep(found)
    const figuresOf = await this.figures()
    const definition = definitionOf('Langflow', { name: found.name, document: documentOf(found) })
    return { ...figuresOf(row), ...definition, ...row.flow }
  }
}
