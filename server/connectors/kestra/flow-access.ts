/** Reads and changes single flows of Kestra. */
import { z } from 'zod'
import type { FlowDetail } from '#contract/flow.ts'
import { Fault } from '#server/base/fault.ts'
import type { Known } from '#server/connectors/connector.ts'
import { definitionOf } from '#server/connectors/flow-file.ts'
import type { Expected } from '#server/protocol/version-check.ts'
import { flowRowOf } from './flow-row.ts'
import { idOfFlow, keyOfFlow, pathOfFlow, type FlowKey } from './kestra-ids.ts'
import { FlowDocument } from './kestra-schemas.ts'
import type { KestraState } from './kestra-state.ts'

/** A flow with its YAML. */
export interface FlowSource {
  found: FlowDocument
  source: string
}

export class FlowAccess {
  readonly #state: KestraState

  constructor(state: KestraState) {
    this.#state = state
  }

  pathOf(key: FlowKey): string {
    return this.#state.path(`/flows/${pathOfFlow(key)}`)
  }

  async read(id: string): Promise<FlowSource> {
    const found = await this.#state.client.json(FlowDocument, this.pathOf(keyOfFlow(id)), { query: { source: true } })
    const { source } = found.flow
    if (source == null) throw new Fault('upstream_broken', 'Kestra answered without the source of this flow.')
    return { found, source }
  }

  /** Whether a flow exists. */
  async exists(key: FlowKey): Promise<boolean> {
    try {
      await this.#state.client.json(FlowDocument, this.pathOf(key))
      return true
    } catch (error) {
      if (error instanceof Fault && error.code === 'not_found') return false
      throw error
    }
  }

  async create(source: string): Promise<FlowSource> {
    const { flow } = await this.#state.client.json(FlowDocument, this.#state.path('/flows'), {
      method: 'POST',
      text: { content: source, type: 'application/x-yaml' },
    })
    return this.read(idOfFlow({ namespace: flow.namespace, flowId: flow.id }))
  }

  /** Kestra enables and disables flows in its own lists of ids; it writes the flag into the YAML as a new revision. */
  async setDisabled(id: string, disabled: boolean): Promise<FlowSource> {
    const { namespace, flowId } = keyOfFlow(id)
    await this.#state.client.json(z.unknown(), this.#state.path(`/flows/${disabled ? 'disable' : 'enable'}/by-ids`), {
      method: 'POST',
      body: [{ namespace, id: flowId }],
    })
    return this.read(id)
  }

  /** The flow of the contract, drawn from its YAML. */
  async detailOf({ found, source }: FlowSource): Promise<Known<FlowDetail>> {
    const row = flowRowOf(found)
    this.#state.flows.put(row)
    const runs = await this.#state.runs.read()
    const figures = this.#state.facts.figures(runs)(row.flow.id)
    const definition = definitionOf('Kestra', { name: `${row.flow.name}.yaml`, text: source })
    return { ...figures, ...row.flow, ...definition, description: row.flow.description ?? '' }
  }

  /**
   * The flow after a change. Kestra does not compare revisions, so this is done before; 409 with the current flow if
   * somebody was faster.
   */
  async change(id: string, expected: Expected, work: () => Promise<FlowSource>): Promise<Known<FlowDetail>> {
    const current = await this.read(id)
    const { revision } = current.found.flow
    if (expected !== null && revision !== undefined && !expected.includes(revision))
      throw new Fault(
        'version_conflict',
        'This flow was changed in Kestra in the meantime. Your change was not made.',
        {
          more: { current: await this.detailOf(current) },
        },
      )
    return this.detailOf(await work())
  }
}
