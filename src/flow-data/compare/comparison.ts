/** Comparison of two flows: their union for drawing, the changes in words, and counts. Pure; linear. */
import { changeLines, type ChangeKind, type ChangeLine } from './change-lines.ts'
import { unionChanges } from './change-picture.ts'
import { changeText } from './change-words.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'
import { maskedValue } from '#flow-data/model/masked-value.ts'
import { unionFlow } from './union-flow.ts'
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import { diffFlows, type DiffOptions, type FlowDiff } from '#flow/diff/diff.ts'
import { diffDefinitions, type DefinitionChange, type Definitions } from '#flow/diff/diff-definitions.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'

export interface ComparisonOptions extends DiffOptions {
  /** Fields of both flows beside nodes and edges; null if only nodes and edges of one flow are known. */
  definitions: { before: Definitions; after: Definitions } | null
  /** Whether one flow is a stored version with masked secrets, so that the other one has to be masked too. */
  isMasked: boolean
}

/** The part of a comparison that is sent to the page; lines are requested separately. */
export interface ComparedFlows {
  /** Number of lines by kind. */
  counts: Record<ChangeKind, number>
  edges: Record<'added' | 'removed' | 'changed', number>
  /** Marks on the union, on the earlier flow and on the later one. */
  union: ChangeMarks
  before: ChangeMarks
  after: ChangeMarks
}

export interface Comparison {
  union: GraphParts
  before: GraphParts
  after: GraphParts
  /** Fields beside nodes and edges, with references in place of secrets; null if they are unknown. */
  definitions: { before: Definitions; after: Definitions } | null
  lines: ChangeLine[]
  summary: ComparedFlows
}

const noDefinitions: Definitions = { name: '', description: '', metadata: {}, variables: [], settings: {} }

/** Nodes and edges as they are stored in this browser. */
function maskSecrets({ nodes, edges, ...rest }: GraphParts): GraphParts {
  const maskedParts: Pick<GraphParts, 'nodes' | 'edges'> = JSON.parse(
    JSON.stringify({ nodes, edges }, (name, value: unknown) => maskedValue(name, value) ?? value),
  )
  return { ...maskedParts, ...rest }
}

/**
 * A flow as it would be exported: its secrets become references, so that it does not differ from its file and no secret
 * is shown.
 */
function redacted(flow: GraphParts, definitions: Definitions | null) {
  const { nodes, edges, ...fields } = redactFlow({
    ...(definitions ?? noDefinitions),
    nodes: flow.nodes,
    edges: flow.edges,
  }).flow
  return { parts: { nodes, edges, validation: flow.validation, format: flow.format }, definitions: fields }
}

const partTitles = { flow: 'Flow', settings: 'Settings', metadata: 'Metadata' }
const variableTitles = { added: 'New variable', removed: 'Variable removed', changed: 'Variable' }

function definitionLine({ kind, part, key, fields }: DefinitionChange): ChangeLine {
  const description = part === 'variable' ? variableTitles[kind] : part === 'flow' ? changeText(fields) : 'Changed'
  const title = part === 'variable' ? key : partTitles[part]
  return {
    key: `${kind} ${part} ${key}`,
    kind,
    title,
    type: null,
    visual: null,
    node: null,
    earlierId: null,
    laterId: null,
    description,
    fields,
  }
}

/** The marks of one version. */
function changesOfSide({ nodes, edges }: FlowDiff, side: 'before' | 'after'): ChangeMarks {
  const marks = (part: FlowDiff['nodes']): Map<number, ChangeMark> =>
    new Map([
      ...(side === 'before'
        ? part.removed.map((index) => [index, 'removed'] as const)
        : part.added.map((index) => [index, 'added'] as const)),
      ...part.changed.map((pair) => [pair[side], 'changed'] as const),
      ...part.moved.map((pair) => [pair[side], 'moved'] as const),
    ])
  return { nodes: marks(nodes), edges: marks(edges), moves: new Map() }
}

const countsOf = (lines: readonly ChangeLine[]): Record<ChangeKind, number> => {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, same: 0 }
  for (const { kind } of lines) counts[kind] += 1
  return counts
}

/** Lines by kind: changed, added, removed, moved, then unchanged. */
const sortLines = (lines: readonly ChangeLine[]): ChangeLine[] => {
  const order = ['changed', 'added', 'removed', 'moved', 'same'] satisfies ChangeKind[]
  return order.flatMap((kind) => lines.filter((line) => line.kind === kind))
}

export function compareFlows(
  before: GraphParts,
  after: GraphParts,
  { definitions, isMasked, ...options }: ComparisonOptions,
): Comparison {
  const [old, now] = isMasked ? [maskSecrets(before), maskSecrets(after)] : [before, after]
  const [earlier, later] = [redacted(old, definitions?.before ?? null), redacted(now, definitions?.after ?? null)]
  // A version that this browser stored has none.
  const format = after.format || before.format || ''
  const diff = diffFlows(earlier.parts, later.parts, options)
  const union = unionFlow(earlier.parts, later.parts, diff)
  const own = definitions === null ? [] : diffDefinitions(earlier.definitions, later.definitions).map(definitionLine)
  const lines = sortLines([
    ...own,
    ...changeLines(earlier.parts, later.parts, diff, { union, withSame: true, foreignKindOf: foreignKindsOf(format) }),
  ])
  const { added, removed, changed } = diff.edges
  return {
    union: { nodes: union.nodes, edges: union.edges, validation: later.parts.validation, format },
    before: { ...earlier.parts, format: before.format || format },
    after: { ...later.parts, format },
    definitions: definitions === null ? null : { before: earlier.definitions, after: later.definitions },
    lines,
    summary: {
      counts: countsOf(lines),
      edges: { added: added.length, removed: removed.length, changed: changed.length },
      union: unionChanges(diff, later.parts),
      before: changesOfSide(diff, 'before'),
      after: changesOfSide(diff, 'after'),
    },
  }
}
