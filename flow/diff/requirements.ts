/** What a flow needs from its account and its service, by kind: names, and values where it sets them. Pure; linear. */
import type { Node } from '#contract/flow.ts'
import { originalSettings } from '#flow/foreign-summary.ts'
import { requiresOf } from '#flow/requires.ts'
import { visualKindOf, type ForeignKindOf } from '#flow/visual-kind/visual-kind.ts'
import type { VisualKindId } from '#flow/visual-kind/kinds.ts'
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { DiffVersion } from './diff-match.ts'
import type { Definitions } from './diff-definitions.ts'

export const requirementKinds = ['tools', 'channels', 'secrets', 'variables', 'models', 'subflows', 'settings'] as const
export type RequirementKind = (typeof requirementKinds)[number]

/** By name: the value of a variable or a setting as text, else null. */
export type Requirements = Readonly<Record<RequirementKind, ReadonlyMap<string, string | null>>>

export type RequiringFlow = DiffVersion & Pick<Definitions, 'variables' | 'settings'>

/** Kinds of nodes whose field `model` is the name of a language model, and no record of a database. */
const kindsWithModel: ReadonlySet<VisualKindId> = new Set(['agent', 'model', 'embedding'])
const modelFields = ['model', 'modelName', 'model_name', 'modelId']

/** Text of a field, or of its `value` or `name`; "" if it is computed in a run. */
function literal(field: Json | undefined): string {
  const record = recordOf(field)
  const text = isRecord(field) ? textOf(record['value']) || textOf(record['name']) : textOf(field)
  return text.includes('{{') || text.startsWith('=') ? '' : text.trim()
}

function modelsOf(node: Node, foreignKindOf: ForeignKindOf | null): string[] {
  if (node.disabled || !kindsWithModel.has(visualKindOf(node, foreignKindOf).id)) return []
  const records: JsonRecord[] = [node.config, ...originalSettings(recordOf(node.config['original']))]
  for (const record of records)
    for (const field of modelFields) {
      const name = literal(record[field])
      if (name !== '') return [name]
    }
  return []
}

const subflowOf = ({ type, config, disabled }: Node): string[] => {
  const name = type === 'subflow' && !disabled ? literal(config['flow']) : ''
  return name === '' ? [] : [name]
}

const named = (names: readonly string[]): Map<string, null> => new Map(names.map((name) => [name, null]))

/** A value as text; a longer one is cut by the page. */
const valueOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? '')

/** `foreignKindOf`: see `visualKindOf`. */
export function requirementsOf(flow: RequiringFlow, foreignKindOf: ForeignKindOf | null): Requirements {
  const { nodes, edges, variables, settings } = flow
  const parts = { name: '', description: '', metadata: {}, nodes: [...nodes], edges: [...edges], variables, settings }
  const { tools, channels, secrets } = requiresOf(parts).requires
  return {
    tools: named(tools),
    channels: named(channels),
    secrets: named(secrets),
    variables: new Map(variables.map(({ key, value }) => [key, valueOf(value)])),
    models: named(nodes.flatMap((node) => modelsOf(node, foreignKindOf))),
    subflows: named(nodes.flatMap(subflowOf)),
    settings: new Map(Object.entries(settings).map(([key, value]) => [key, valueOf(value)])),
  }
}

/** `same`: also a variable with another value, which the flow had before. */
export interface RequirementChange {
  name: string
  change: 'same' | 'changed' | 'added' | 'removed'
  before: string | null
  after: string | null
}

/** The names of one kind in both versions: those of the later one in its order, then those that are gone. */
export function requirementChanges(
  before: ReadonlyMap<string, string | null>,
  after: ReadonlyMap<string, string | null>,
): RequirementChange[] {
  const now = [...after].map(([name, value]): RequirementChange => {
    const old = before.get(name)
    const change = old === undefined ? 'added' : old === value ? 'same' : 'changed'
    return { name, change, before: old ?? null, after: value }
  })
  const gone = [...before].filter(([name]) => !after.has(name))
  return [
    ...now,
    ...gone.map(([name, value]): RequirementChange => ({ name, change: 'removed', before: value, after: null })),
  ]
}
