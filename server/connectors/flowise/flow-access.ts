/** Reads and changes single chatflows of Flowise. */
import type { FlowDetail } from '#contract/flow.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import type { Known } from '#server/connectors/connector.ts'
import { definitionOf } from '#server/connectors/flow-file.ts'
import { flowFigures } from '#server/connectors/flow-runs.ts'
import { isUuid } from '#server/connectors/session-id.ts'
import { graphOf, typeOf, type FlowRow } from './flow-row.ts'
import { api } from './flowise-client.ts'
import { Chatflow } from './flowise-schemas.ts'
import type { FlowiseState } from './flowise-state.ts'

const chatflowPath = (id: string): string => `${api}/chatflows/${encodeURIComponent(id)}`

/** A chatflow in a write. */
export interface ChatflowChange {
  name?: string
  /** Tags, separated by semicolons. */
  category?: string
}

export class FlowAccess {
  readonly #state: FlowiseState

  constructor(state: FlowiseState) {
    this.#state = state
  }

  async read(id: string): Promise<Chatflow> {
    if (!isUuid(id)) throw notFound('flow')
    return this.#state.client.json(Chatflow, chatflowPath(id)).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'not_found') this.#state.flows.remove(id)
      throw error
    })
  }

  create(body: { name: string; flowData: string; type: string }): Promise<Chatflow> {
    return this.#state.client.json(Chatflow, `${api}/chatflows`, { method: 'POST', body })
  }

  /** Only the fields of the change are sent: Flowise keeps the others. */
  update(id: string, body: ChatflowChange): Promise<Chatflow> {
    if (!isUuid(id)) throw notFound('flow')
    return this.#state.client.json(Chatflow, chatflowPath(id), { method: 'PUT', body })
  }

  async remove(id: string): Promise<void> {
    // Flowise answers 500 for a chatflow that it does not have.
    await this.read(id)
    await this.#state.client.text(chatflowPath(id), { method: 'DELETE' })
    this.#state.flows.remove(id)
  }

  /** Figures of the runs by flow. Only agentflows have runs: those of the others are not known. */
  async figures(): Promise<(row: FlowRow) => Partial<Known<FlowDetail>>> {
    const { currency, now } = this.#state.options
    const runs = await this.#state.runs.read()
    const figuresOf = flowFigures(runs, { currency, now: now(), isCostKnown: (run) => this.#state.isCostKnown(run) })
    return ({ type, flow }) => (type === 'AGENTFLOW' ? figuresOf(flow.id) : {})
  }

  /** The flow of a chatflow. */
  async detailOf(chatflow: Chatflow): Promise<Known<FlowDetail>> {
    const row = this.#state.keep(chatflow)
    const figuresOf = await this.figures()
    const document: JsonRecord = { type: typeOf(chatflow), ...graphOf(chatflow) }
    const { description: _description, ...definition } = definitionOf('Flowise', { name: chatflow.name, document })
    return { ...figuresOf(row), ...row.flow, ...definition }
  }
}
