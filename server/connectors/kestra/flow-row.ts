/** One flow of Kestra as the row of a flow, with what other lists need of it. Pure. */
import type { FlowStatus, FlowSummary } from '#contract/flow.ts'
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { factsOf } from '#server/connectors/flow-file.ts'
import { idOfFlow, type FlowKey } from './kestra-ids.ts'
import type { FlowDocument, FlowTrigger } from './kestra-schemas.ts'
import { isoTime } from './run-row.ts'

export interface FlowRow {
  flow: Known<FlowSummary> & { id: string; name: string; status: FlowStatus }
  key: FlowKey
  triggers: readonly FlowTrigger[]
  /** Models by task, if they are written as text. */
  models: ReadonlyMap<string, string>
  /** Names in calls of `kv()` and `secret()`, where they are written as text. */
  names: { kv: readonly string[]; secret: readonly string[] }
}

export interface TaskFacts {
  type: string
  /** As the reader of the format names the node: the first line of the description, else the id. */
  name: string
  /** '' if it calls none, or computes its name. */
  model: string
}

/** The lists of a flow that contain tasks, at any depth. */
const taskLists = ['tasks', 'errors', 'finally', 'afterExecution', 'listeners']

function modelOf(task: JsonRecord): string {
  const model = textOf(recordOf(task['provider'])['modelName']) || textOf(task['model'])
  return model.includes('{{') ? '' : model
}

/** All tasks by id. Not recursive: tasks contain tasks. */
export function tasksOf(document: JsonRecord): Map<string, TaskFacts> {
  const tasks = new Map<string, TaskFacts>()
  const open: Json[] = taskLists.map((name) => document[name] ?? null).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isRecord(next)) {
      const [id, type] = [textOf(next['id']), textOf(next['type'])]
      if (id !== '' && type !== '' && !tasks.has(id)) {
        const [line = ''] = textOf(next['description']).trim().split('\n')
        tasks.set(id, { type, name: line || id, model: modelOf(next) })
      }
    }
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next).toReversed())
  }
  return tasks
}

const callsIn = (text: string, name: 'kv' | 'secret'): string[] => [
  ...new Set(
    [...text.matchAll(new RegExp(`\\b${name}\\(\\s*(?:key\\s*=\\s*)?\\\\?(['"])([^'"\\\\]+)\\\\?\\1`, 'g'))].flatMap(
      ([, , key]) => key ?? [],
    ),
  ),
]

/** Kestra has no draft and no archive: a flow that is disabled is paused. */
const statusOf = (disabled: boolean | null | undefined): FlowStatus => (disabled === true ? 'paused' : 'active')

/** The row of a flow. Its namespace is the first tag, so that flows of one namespace can be listed. */
export function flowRowOf({ flow, document }: FlowDocument): FlowRow {
  const { id, namespace, revision, updated, description, disabled, labels, triggers } = flow
  const key = { namespace, flowId: id }
  const facts = factsOf('Kestra', document, id)
  const text = JSON.stringify(document)
  return {
    flow: {
      ...facts,
      id: idOfFlow(key),
      name: id,
      description: description ?? '',
      status: statusOf(disabled),
      ...(revision === undefined ? {} : { version: revision }),
      tags: [namespace, ...(labels ?? []).map((label) => `${label.key}:${label.value}`)],
      ...(updated == null ? {} : { updated_at: isoTime(updated) }),
      // The first revision is the creation.
      ...(updated != null && revision === 1 ? { created_at: isoTime(updated) } : {}),
      sample: false,
    },
    key,
    triggers: triggers ?? [],
    models: new Map([...tasksOf(document)].flatMap(([task, { model }]) => (model === '' ? [] : [[task, model]]))),
    names: { kv: callsIn(text, 'kv'), secret: callsIn(text, 'secret') },
  }
}
