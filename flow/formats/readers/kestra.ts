/**
 * Kestra flows (YAML): nested lists of tasks. A list is a sequence; child tasks are nested in their parent. Named
 * branches (then, else, cases, errors, finally) become groups with that name. Source: docs/formats.md, "kestra".
 */
import type { Node } from '#contract/flow.ts'
import { emptyFlow, Ids, makeEdge, makeNode, type RawFlow, Warnings } from '#flow/draft.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { executionOrder, kestraTask, kestraTrigger } from '#flow/formats/node-types/kestra-task.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'

/** Keys of the task lists in a task: the first has the child tasks, all others are branches. */
const listKeys = ['tasks', 'then', 'else', 'defaults', 'errors', 'finally']
const nestedKeys = new Set([...listKeys, 'cases'])
/** Keys of the task lists of a flow, besides `tasks`. */
const flowLists = ['errors', 'finally', 'afterExecution']
const flowFields = new Set(['id', 'description', 'tasks', 'triggers', 'listeners', ...flowLists])

/** Maximum length of a name taken from the description, which is kept in full in the notes. */
const maxName = 80

/** A task list to be read; `owner` is the task that contains it, `branch` the name of a branch. */
interface List {
  items: Json[]
  owner: Owner | null
  branch: string | null
  order: 'sequence' | 'side by side' | 'dag'
}

interface Owner {
  node: Node
  item: JsonRecord
}

/** The first line of the description, else the id. */
function nameOf(item: JsonRecord, id: string): string {
  const [line = ''] = textOf(item['description']).trim().split('\n')
  return line === '' ? id : cutText(line, maxName)
}

/** State of reading one flow. */
class Reading {
  readonly flow: RawFlow = emptyFlow()
  readonly ids = new Ids('node')
  readonly edgeIds = new Ids('edge')
  readonly warnings = new Warnings()
  first: Node | null = null

  /** Reads a list and all nested lists, each list before those of its tasks. */
  read(root: List): void {
    const open: List[] = [root]
    for (const list of open) {
      const read = this.list(list)
      this.first ??= read[0]?.node ?? null
      for (const owner of read) open.push(...listsOf(owner))
    }
  }

  private list(list: List): Owner[] {
    const parent = this.frameOf(list)
    const owners: Owner[] = []
    const byId = new Map<string, Node>()
    const dependencies: { node: Node; on: string }[] = []
    for (const entry of list.items) {
      const isWrapped = list.order === 'dag' && isRecord(recordOf(entry)['task'])
      const item = isWrapped ? recordOf(entry)['task'] : entry
      if (!isRecord(item) || typeof item['type'] !== 'string') {
        this.warnings.add('not_a_node', 'A task has no type and was removed.')
        continue
      }
      const node = this.add(item, parent)
      const id = textOf(item['id'])
      if (!byId.has(id)) byId.set(id, node)
      const depends = list.order === 'dag' ? recordOf(entry)['dependsOn'] : []
      for (const on of listOf(depends)) if (typeof on === 'string') dependencies.push({ node, on })
      const before = owners.at(-1)?.node
      if (list.order === 'sequence' && before !== undefined) this.join(before, node)
      owners.push({ node, item })
    }
    for (const { node, on } of dependencies) {
      const before = byId.get(on)
      if (before !== undefined) this.join(before, node)
      else this.flow.dangling.push({ source: on, target: node.id, message: `No task has the id ${on}.` })
    }
    return owners
  }

  /** Id of the parent of the tasks in a list; a new group if the list is a named branch. */
  private frameOf({ owner, branch, items }: List): string | null {
    if (branch === null || items.length === 0) return owner?.node.id ?? null
    const id = this.ids.assign(null, owner === null ? branch : `${owner.node.id}:${branch}`)
    const parent = owner?.node.id ?? null
    this.flow.nodes.push(makeNode({ id, type: 'group', name: branch, parent, config: { label: branch } }))
    return id
  }

  private add(item: JsonRecord, parent: string | null): Node {
    const id = this.ids.assign(idOf(item['id']), 'task')
    const { type, config } = kestraTask(item)
    const node = makeNode({
      id,
      type,
      name: nameOf(item, id),
      parent,
      config: { ...config, original: omitKeys(item, new Set([...nestedKeys, 'id', 'description'])) },
      disabled: item['disabled'] === true,
      notes: textOf(item['description']),
    })
    this.flow.nodes.push(node)
    return node
  }

  join({ id: source }: Node, { id: target }: Node): void {
    const id = this.edgeIds.assign(null, `${source}>${target}`)
    this.flow.edges.push(makeEdge({ id, source, target, source_handle: 'out' }))
  }

  /** Adds triggers before the tasks, with edges to the first task. */
  triggers(items: Json[]): void {
    const triggers: Node[] = []
    for (const item of items) {
      if (!isRecord(item) || typeof item['type'] !== 'string') {
        this.warnings.add('not_a_node', 'A trigger has no type and was removed.')
        continue
      }
      const id = this.ids.assign(idOf(item['id']), 'trigger')
      const { type, config } = kestraTrigger(item)
      // The key is the secret part of the address of a webhook.
      const hasKey = 'key' in item
      if (hasKey)
        this.warnings.add(
          'webhook_id_removed',
          'The webhook URL was removed because it belongs to the original service.',
          id,
        )
      const original = omitKeys(item, new Set(['id', 'description', ...(hasKey ? ['key'] : [])]))
      triggers.push(
        makeNode({
          id,
          type,
          name: nameOf(item, id),
          config: { ...config, original },
          disabled: item['disabled'] === true,
          notes: textOf(item['description']),
        }),
      )
    }
    if (this.first !== null) for (const trigger of triggers) this.join(trigger, this.first)
    this.flow.nodes.unshift(...triggers)
  }
}

/** The task lists in a task: child tasks and named branches. */
function listsOf(owner: Owner): List[] {
  const { item } = owner
  const order = executionOrder(textOf(item['type']))
  const lists = listKeys.flatMap((key): List[] =>
    Array.isArray(item[key])
      ? [{ items: item[key], owner, branch: key === 'tasks' ? null : key, order: key === 'tasks' ? order : 'sequence' }]
      : [],
  )
  const cases = Object.entries(recordOf(item['cases'])).flatMap(([name, items]): List[] =>
    Array.isArray(items) ? [{ items, owner, branch: name, order: 'sequence' }] : [],
  )
  return [...lists, ...cases]
}

const sequenceOf = (items: Json[], branch: string | null): List => ({ items, owner: null, branch, order: 'sequence' })

export const isKestra = ({ id, namespace, tasks }: JsonRecord): boolean =>
  typeof id === 'string' && typeof namespace === 'string' && Array.isArray(tasks)

/** One flow per file, without positions. */
export const readKestra: FlowReader = (document) => {
  const top = recordOf(document)
  const reading = new Reading()
  reading.read(sequenceOf(listOf(top['tasks']), null))
  const listeners = listOf(top['listeners']).map((listener) => listOf(recordOf(listener)['tasks']))
  const sides = [
    ...flowLists.map((key): [string, Json[]] => [key, listOf(top[key])]),
    ...listeners.map((items): [string, Json[]] => ['listener', items]),
  ]
  const { first } = reading
  for (const [key, items] of sides) reading.read(sequenceOf(items, key))
  reading.first = first
  reading.triggers(listOf(top['triggers']))
  const { flow, warnings } = reading
  if (top['disabled'] === true) warnings.add('disabled_flow', 'The flow is disabled in the file.')
  flow.name = textOf(top['id'])
  flow.description = textOf(top['description'])
  flow.metadata = { source: { format: 'kestra', ...omitKeys(top, flowFields) } }
  flow.changedIds = [...reading.ids.changed, ...reading.edgeIds.changed]
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
