/** Differences between two versions of a flow, as numbers and in one line. */
import type { Node } from '#contract/flow.ts'
import type { VersionChanges } from '#contract/flows/flow-version.ts'
import { replaceShapes } from '#flow/secrets/token-shapes.ts'
import { count } from '#lib/count.ts'
import { cutText } from '#lib/text/text.ts'
import { diffDefinitions, type DefinitionChange, type Definitions } from './diff-definitions.ts'
import { diffFlows } from './diff.ts'
import type { DiffVersion } from './diff-match.ts'

export type SummarizedVersion = DiffVersion & Omit<Definitions, 'name' | 'description'>

/** Maximum number of nodes named per kind of change, and length of a name: the line fits into a row of a list. */
const maxNames = 2
const maxNameLength = 40

const nameOf = ({ name, id }: Node): string =>
  `“${cutText(
    replaceShapes(name || id, () => '…'),
    maxNameLength,
  )}”`

function nodesText(verb: string, nodes: readonly Node[]): string[] {
  if (nodes.length === 0) return []
  const names = nodes.slice(0, maxNames).map(nameOf).join(', ')
  const more = nodes.length - maxNames
  return [`${verb} ${names}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}.`]
}

function definitionText({ part, key, kind }: DefinitionChange): string {
  if (part !== 'variable') return part
  return `${kind === 'added' ? 'new ' : kind === 'removed' ? 'removed ' : ''}variable “${cutText(key, maxNameLength)}”`
}

const nodesAt = (nodes: readonly Node[], indexes: readonly number[]): Node[] =>
  indexes.flatMap((index) => nodes[index] ?? [])

/** “Changed “Agent”. Added “Reranker”. Changed 2 edges.” Linear, like the comparison itself. */
export function changeSummary(
  before: SummarizedVersion,
  after: SummarizedVersion,
): { changes: VersionChanges; summary: string } {
  const { nodes, edges } = diffFlows(before, after)
  const named = { name: '', description: '' }
  const definitions = diffDefinitions({ ...before, ...named }, { ...after, ...named })
  const edgeCount = edges.added.length + edges.removed.length + edges.changed.length
  const shownDefinitions = definitions.slice(0, maxNames).map(definitionText).join(', ')
  const lines = [
    ...nodesText(
      'Changed',
      nodesAt(
        after.nodes,
        nodes.changed.map((pair) => pair.after),
      ),
    ),
    ...nodesText('Added', nodesAt(after.nodes, nodes.added)),
    ...nodesText('Removed', nodesAt(before.nodes, nodes.removed)),
    ...(definitions.length > 0
      ? [
          `Changed ${shownDefinitions}${definitions.length > maxNames ? ` and ${definitions.length - maxNames} more` : ''}.`,
        ]
      : []),
    ...(edgeCount > 0 ? [`Changed ${count(edgeCount, 'edge')}.`] : []),
    ...(nodes.moved.length > 0 ? [`Moved ${count(nodes.moved.length, 'node')}.`] : []),
  ]
  return {
    changes: {
      added: nodes.added.length,
      removed: nodes.removed.length,
      changed: nodes.changed.length,
      moved: nodes.moved.length,
      edges: edgeCount,
      definitions: definitions.length,
    },
    summary: lines.join(' ') || 'No differences.',
  }
}
