/** Reads and changes single flows of Windmill. */
import { z } from 'zod'
import type { FlowDetail } from '#contract/flow.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import type { Known } from '#server/connectors/connector.ts'
import { definitionOf } from '#server/connectors/flow-file.ts'
import type { Expected } from '#server/protocol/version-check.ts'
import { triggerTypesOf } from './trigger-types.ts'
import { isPath, pathOfId } from './windmill-ids.ts'
import { FlowDocument, WindmillUser } from './windmill-schemas.ts'
import { flowPath, type WindmillState } from './windmill-state.ts'

/** Fields of a flow that a write takes; the others of its answers are set by Windmill itself. */
const writtenFields = [
  'path',
  'summary',
  'description',
  'value',
  'schema',
  'tag',
  'ws_error_handler_muted',
  'priority',
  'dedicated_worker',
  'timeout',
  'visible_to_runner_only',
  'on_behalf_of_email',
  'on_behalf_of',
  'labels',
]

const picked = (source: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(names.flatMap((name) => (source[name] == null ? [] : [[name, source[name]]])))

/** A body that Windmill accepts, from a flow as it gives it. */
function writtenBody(document: JsonRecord): JsonRecord {
  const body = picked(document, writtenFields)
  // Without it, an update by somebody else changes on whose behalf the flow runs.
  return body['on_behalf_of_email'] === undefined ? body : { ...body, preserve_on_behalf_of: true }
}

/** Longest last part of a path that is made from a name; Windmill allows paths of 255 characters. */
const maxSlug = 60
/** Paths that are tried for a name before giving up. */
const maxTries = 50

/** Last part of a path for a name: "orders_of_the_day". */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return words.slice(0, maxSlug).replace(/_$/, '') || 'flow'
}

export class FlowAccess {
  readonly #state: WindmillState

  constructor(state: WindmillState) {
    this.#state = state
  }

  read(id: string): Promise<FlowDocument> {
    return this.#read(pathOfId(id, 'flow'))
  }

  /** Creates a flow at `wanted`, or if that is no path or taken, at a free path of the user. */
  async create(body: JsonRecord, wanted: string, name: string): Promise<FlowDocument> {
    const path = await this.#freePath(wanted, name)
    await this.#state.api.text('/flows/create', { method: 'POST', body: { ...writtenBody(body), path } })
    return this.#read(path)
  }

  /** Windmill needs the whole flow in an update; its answer is only the path. */
  async update({ flow: { path }, document }: FlowDocument, changes: JsonRecord): Promise<FlowDocument> {
    const body = { ...writtenBody(document), ...changes }
    await this.#state.api.text(`/flows/update/${flowPath(path)}`, { method: 'POST', body })
    return this.#read(path)
  }

  async archive({ flow: { path } }: FlowDocument, archived: boolean): Promise<FlowDocument> {
    await this.#state.api.text(`/flows/archive/${flowPath(path)}`, { method: 'POST', body: { archived } })
    return this.#read(path)
  }

  async remove(id: string): Promise<void> {
    await this.#state.api.text(`/flows/delete/${flowPath(pathOfId(id, 'flow'))}`, { method: 'DELETE' })
    this.#state.flows.remove(id)
  }

  async detailOf(found: FlowDocument): Promise<Known<FlowDetail>> {
    const { flow, document } = found
    const row = this.#state.keep(found)
    const runs = await this.#state.runs.read()
    const figures = this.#state.facts.figures(runs)(row.id)
    const definition = definitionOf('Windmill', { name: row.name, document })
    const { trigger_types: _ofFile, ...graph } = definition
    return {
      ...figures,
      ...graph,
      ...row,
      ...triggerTypesOf(await this.#state.triggers()).get(row.id),
      ...(typeof flow.version_id === 'number' ? { version: flow.version_id } : {}),
    }
  }

  /**
   * The flow after a change. Windmill knows no If-Match, so the version is compared before; 409 with the current flow
   * if somebody was faster.
   */
  async change(
    id: string,
    expected: Expected,
    work: (current: FlowDocument) => Promise<FlowDocument>,
  ): Promise<Known<FlowDetail>> {
    const current = await this.read(id)
    const { version_id: version } = current.flow
    if (expected !== null && typeof version === 'number' && !expected.includes(version))
      throw new Fault(
        'version_conflict',
        'This flow was changed in Windmill in the meantime. Your change was not made.',
        { more: { current: await this.detailOf(current) } },
      )
    return this.detailOf(await work(current))
  }

  #read(path: string): Promise<FlowDocument> {
    return this.#state.api.json(FlowDocument, `/flows/get/${flowPath(path)}`)
  }

  async #freePath(wanted: string, name: string): Promise<string> {
    const { api } = this.#state
    const isFree = async (path: string) => !(await api.json(z.boolean(), `/flows/exists/${flowPath(path)}`))
    if (isPath(wanted) && (await isFree(wanted))) return wanted
    const { username } = await api.json(WindmillUser, '/users/whoami')
    const path = `u/${username}/${slugOf(name)}`
    for (let number = 1; number <= maxTries; number += 1) {
      const tried = number === 1 ? path : `${path}_${number}`
      if (await isFree(tried)) return tried
    }
    throw new Fault('conflict', `There are already ${maxTries} flows at ${path}. Choose another name.`)
  }
}
