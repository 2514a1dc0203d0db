/** Activepieces: a tree of steps below a trigger. Source: docs/formats.md, "activepieces". */
import type { Node } from '#contract/flow.ts'
import { emptyFlow, Ids, makeEdge, makeNode, type RawFlow, Warnings } from '#flow/draft.ts'
import { activepiecesStep } from '#flow/formats/node-types/activepieces-step.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { firstText, omitKeys } from '#flow/formats/shared/graph.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** A step with the edge that leads to it; `handle` and `label` belong to the edge from `before`. */
interface Step {
  item: JsonRecord
  before: Node | null
  handle: string
  label: string | null
}

/** Fields that contain other steps. */
const links = new Set([
  'nextAction',
  'firstLoopAction',
  'onSuccessAction',
  'onFailureAction',
  'children',
  'continueOnFailureBranches',
])
const nodeFields = new Set(['name', 'displayName', 'skip', ...links])

/** Steps that follow a step, in reading order: its branches before its successor. */
function stepsAfter(item: JsonRecord, before: Node): Step[] {
  const steps: Step[] = []
  const add = (value: Json | undefined, handle: string, label: string | null) => {
    // An empty branch is null.
    if (isRecord(value)) steps.push({ item: value, before, handle, label })
  }
  const branches = listOf(recordOf(item['settings'])['branches'])
  for (const [index, child] of listOf(item['children']).entries())
    add(child, `case_${index}`, textOf(recordOf(branches[index])['branchName']) || `Branch ${index + 1}`)
  add(item['onSuccessAction'], 'true', 'true')
  add(item['onFailureAction'], 'false', 'false')
  add(item['firstLoopAction'], 'loop', 'each item')
  for (const [name, step] of Object.entries(recordOf(item['continueOnFailureBranches'])))
    add(step, /fail|error/i.test(name) ? 'error' : name, name)
  const parts = steps.length > 0
  add(item['nextAction'], parts ? 'next' : 'out', parts ? 'after' : null)
  return steps
}

/** Reads all steps of a tree, depth first, without recursion. */
function readTree(trigger: JsonRecord, flow: RawFlow, warnings: Warnings): void {
  const ids = new Ids('node')
  const edgeIds = new Ids('edge')
  const open: Step[] = [{ item: trigger, before: null, handle: 'out', label: null }]
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { item, before, handle, label } = step
    const { type, config } = activepiecesStep(item, before === null)
    const node = makeNode({
      id: ids.assign(idOf(item['name']), `step_${flow.nodes.length}`),
      type,
      name: textOf(item['displayName']) || textOf(item['name']) || type,
      config: { ...config, original: omitKeys(item, nodeFields) },
      disabled: item['skip'] === true,
    })
    flow.nodes.push(node)
    if (item['valid'] === false) warnings.add('unfinished', 'The step is incomplete in the file.', node.id)
    if (before !== null) {
      const id = edgeIds.assign(null, `${before.id}:${handle}>${node.id}`)
      flow.edges.push(makeEdge({ id, source: before.id, target: node.id, source_handle: handle, label }))
    }
    open.push(...stepsAfter(item, node).toReversed())
  }
  flow.changedIds = [...ids.changed, ...edgeIds.changed]
}

function readFlow(source: JsonRecord, names: JsonRecord[], more: JsonRecord): RawFlow {
  const flow = emptyFlow()
  const warnings = new Warnings()
  readTree(recordOf(source['trigger']), flow, warnings)
  const firstTextOf = (keys: string[]) => names.map((place) => firstText(place, keys)).find((text) => text !== '') ?? ''
  flow.name = firstTextOf(['displayName', 'name'])
  flow.description = firstTextOf(['description', 'summary'])
  flow.metadata = { source: { format: 'activepieces', ...more, flow: omitKeys(source, new Set(['trigger'])) } }
  flow.warnings = warnings.all()
  return flow
}

const hasTrigger = (value: Json | undefined): boolean => isRecord(recordOf(value)['trigger'])

export function isActivepieces(document: JsonRecord): boolean {
  const trigger = recordOf(document['trigger'])
  return (
    hasTrigger(document['template']) ||
    hasTrigger(listOf(document['flows'])[0]) ||
    (typeof trigger['name'] === 'string' && typeof trigger['type'] === 'string')
  )
}

/** One flow per trigger. */
export const readActivepieces: FlowReader = (document) => {
  const top = recordOf(document)
  if (hasTrigger(top['template'])) {
    const template = recordOf(top['template'])
    return { ok: true, flows: [readFlow(template, [top, template], omitKeys(top, new Set(['template'])))] }
  }
  const sources = listOf(top['flows']).filter(isRecord).filter(hasTrigger)
  if (sources.length === 0) return { ok: true, flows: [readFlow(top, [top], {})] }
  const rest = omitKeys(top, new Set(['flows']))
  const flows = sources.map((source) => readFlow(source, sources.length === 1 ? [source, top] : [source], rest))
  return { ok: true, flows }
}
