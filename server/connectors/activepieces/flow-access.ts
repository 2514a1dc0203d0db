/** Reads and changes single flows of Activepieces. */
import { z } from 'zod'
import type { FlowDetail } from '#contract/flow.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { definitionOf } from '#server/connectors/flow-file.ts'
import { api } from './activepieces-client.ts'
import { AnyRecord, FlowDocument } from './activepieces-schemas.ts'
import type { ActivepiecesState } from './activepieces-state.ts'

export class FlowAccess {
  readonly #state: ActivepiecesState

  constructor(state: ActivepiecesState) {
    this.#state = state
  }

  pathOf(id: string): string {
    return `${api}/flows/${encodeURIComponent(id)}`
  }

  read(id: string): Promise<FlowDocument> {
    return this.#state.client.json(FlowDocument, this.pathOf(id))
  }

  /** The file that Activepieces exports. */
  template(id: string): Promise<JsonRecord> {
    return this.#state.client.json(AnyRecord, `${this.pathOf(id)}/template`)
  }

  async create(displayName: string): Promise<FlowDocument> {
    const projectId = await this.#state.projectId()
    return this.#state.client.json(FlowDocument, `${api}/flows`, { method: 'POST', body: { displayName, projectId } })
  }

  async remove(id: string): Promise<void> {
    await this.#state.client.text(this.pathOf(id), { method: 'DELETE' })
    this.#state.flows.remove(id)
    this.#state.runs.removeAll((run) => run.flow.id === id)
  }

  /** One of the operations of Activepieces: CHANGE_NAME, IMPORT_FLOW, …; the flow is read anew. */
  async apply(id: string, type: string, request: JsonRecord): Promise<FlowDocument> {
    await this.#state.client.json(z.unknown(), this.pathOf(id), { method: 'POST', body: { type, request } })
    return this.read(id)
  }

  async detailOf(found: FlowDocument): Promise<Known<FlowDetail>> {
    // Names of folders come with the list.
    await this.#state.flows.read()
    const row = this.#state.keep(found)
    const runs = await this.#state.runs.read()
    const figures = this.#state.facts.figures(runs)(row.flow.id)
    const definition = definitionOf('Activepieces', { name: row.flow.name, document: found.version })
    return { ...figures, ...row.flow, ...definition }
  }
}
