/**
 * Windmill's OpenFlow: nested lists of modules. A list is a sequence; a loop contains the modules of its list. The
 * branches of a module are edges to their first modules, and their last modules lead to the module after it. Source:
 * docs/formats.md, "windmill".
 */
import type { Node } from '#contract/flow.ts'
import { emptyFlow, Ids, makeEdge, makeNode, type RawFlow, Warnings } from '#flow/draft.ts'
import {
  casesOfBranchOne,
  moduleName,
  moduleType,
  outputsOfBranchAll,
  windmillModule,
} from '#flow/formats/node-types/windmill-module.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { omitKeys, sizeOf } from '#flow/formats/shared/graph.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** An output from which the next module of a list is reached. */
interface Tail {
  source: string
  handle: string
  label: string | null
}

/** Fields of a flow and of its value that become fields and nodes of ours. */
const flowFields = new Set(['summary', 'description', 'value', 'modules', 'failure_module', 'preprocessor_module'])
const valueFields = new Set(['modules', 'failure_module', 'preprocessor_module', 'notes'])

/** Handle of the edge from a tool to its agent: that of attached nodes (flow/graph/connectivity.ts). */
const toolHandle = 'ai_tool'

const withoutModules = (branches: Json[]): Json[] =>
  branches.map((branch) => (isRecord(branch) ? omitKeys(branch, new Set(['modules'])) : branch))

/** A module as it is in the file, without the modules in it and the fields that have a field of our own. */
function originalOf(item: JsonRecord): JsonRecord {
  const value = recordOf(item['value'])
  const { branches, tools, ...rest } = omitKeys(value, new Set(['modules', 'default']))
  return {
    ...omitKeys(item, new Set(['id', 'summary'])),
    value: {
      ...rest,
      ...(Array.isArray(branches) ? { branches: withoutModules(branches) } : {}),
      ...(Array.isArray(tools) ? { tools: tools.map((tool) => idOf(recordOf(tool)['id'])) } : {}),
    },
  }
}

/** State of reading one flow. */
class Reading {
  readonly flow: RawFlow = emptyFlow()
  readonly ids = new Ids('node')
  readonly edgeIds = new Ids('edge')
  readonly warnings = new Warnings()

  /** Reads a list. `tails` lead to its first module; returns those that lead out of it. */
  list(items: Json[], parent: string | null, tails: readonly Tail[]): readonly Tail[] {
    let open = tails
    for (const item of items) {
      if (isRecord(item) && isRecord(item['value'])) open = this.module(item, parent, open)
      else this.warnings.add('not_a_node', 'A module has no value and was removed.')
    }
    return open
  }

  /** Reads one module with the modules in it. */
  module(item: JsonRecord, parent: string | null, tails: readonly Tail[]): readonly Tail[] {
    const value = recordOf(item['value'])
    const { id } = this.add(item, parent)
    for (const tail of tails) this.join(tail, id)
    const end: Tail = { source: id, handle: 'out', label: null }
    const branch = (modules: Json | undefined, handle: string, label: string) =>
      this.list(listOf(modules), parent, [{ source: id, handle, label }])
    const branches = listOf(value['branches'])
    switch (moduleType(value)) {
      case 'forloopflow':
      case 'whileloopflow':
        this.list(listOf(value['modules']), id, [])
        return [end]
      case 'branchone':
        return [
          ...casesOfBranchOne(value).flatMap((each, index) =>
            branch(recordOf(branches[index])['modules'], each.id, each.label),
          ),
          ...branch(value['default'], 'else', 'default'),
        ]
      case 'branchall': {
        const outputs = outputsOfBranchAll(value)
        return outputs.length === 0
          ? [end]
          : outputs.flatMap((each, index) => branch(recordOf(branches[index])['modules'], each.id, each.label))
      }
      case 'aiagent':
        this.tools(listOf(value['tools']), parent, id)
        return [end]
      default:
        return [end]
    }
  }

  /** Reads the tools of an agent, as nodes that are attached to it. */
  tools(items: Json[], parent: string | null, agent: string): void {
    for (const item of items) {
      if (!isRecord(item) || !isRecord(item['value'])) {
        this.warnings.add('not_a_node', 'A tool of an agent has no value and was removed.')
        continue
      }
      const [tail] = this.module(item, parent, [])
      if (tail) this.join({ ...tail, handle: toolHandle, label: null }, agent, toolHandle)
    }
  }

  private add(item: JsonRecord, parent: string | null): Node {
    const value = recordOf(item['value'])
    const { type, config } = windmillModule(item)
    const id = this.ids.assign(idOf(item['id']), `module-${this.flow.nodes.length + 1}`)
    const node = makeNode({
      id,
      type,
      name: textOf(item['summary']) || moduleName(value) || id,
      parent,
      config: { ...config, original: originalOf(item) },
    })
    this.flow.nodes.push(node)
    return node
  }

  private join({ source, handle, label }: Tail, target: string, targetHandle: string | null = null): void {
    const id = this.edgeIds.assign(null, `${source}:${handle}>${target}`)
    const handles = { source_handle: handle, target_handle: targetHandle }
    this.flow.edges.push(makeEdge({ id, source, target, ...handles, label }))
  }

  /** The module that runs when another one fails, in a group of its own: nothing leads to it. */
  failure(module: JsonRecord): void {
    const id = this.ids.assign(null, 'failure_module')
    const name = 'Error handler'
    this.flow.nodes.push(makeNode({ id, type: 'group', name, config: { label: name } }))
    this.list([module], id, [])
  }

  /** Notes of the editor, without their positions: those belong to the layout of the editor. */
  notes(items: Json[]): void {
    for (const item of items) {
      if (!isRecord(item)) continue
      const id = this.ids.assign(idOf(item['id']), `note-${this.flow.nodes.length + 1}`)
      const text = textOf(item['text'])
      const config = { text, colour: textOf(item['color']), original: omitKeys(item, new Set(['id', 'text'])) }
      this.flow.nodes.push(makeNode({ id, type: 'note', name: 'Note', size: sizeOf(item), config }))
    }
  }
}

/** A flow, or the value of one alone, as Windmill keeps it with a run. */
export function isWindmill({ value, modules }: JsonRecord): boolean {
  if (Array.isArray(recordOf(value)['modules'])) return true
  return moduleType(recordOf(recordOf(listOf(modules)[0])['value'])) !== ''
}

/** One flow per file, without positions. */
export const readWindmill: FlowReader = (document) => {
  const top = recordOf(document)
  const isFlow = Array.isArray(recordOf(top['value'])['modules'])
  const value = isFlow ? recordOf(top['value']) : top
  const reading = new Reading()
  const before = value['preprocessor_module']
  const tails = isRecord(before) ? reading.list([before], null, []) : []
  reading.list(listOf(value['modules']), null, tails)
  const failure = value['failure_module']
  if (isRecord(failure)) reading.failure(failure)
  reading.notes(listOf(value['notes']))
  const { flow, warnings } = reading
  flow.name = textOf(top['summary']) || textOf(top['path'])
  flow.description = textOf(top['description'])
  const rest = isFlow
    ? { ...omitKeys(top, flowFields), value: omitKeys(value, valueFields) }
    : omitKeys(top, valueFields)
  flow.metadata = { source: { format: 'windmill', ...rest } }
  flow.changedIds = [...reading.ids.changed, ...reading.edgeIds.changed]
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
