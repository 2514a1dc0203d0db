/** What an update of a flow by a file means, from the comparison of both. Pure; linear. */
import type { Node } from '#contract/flow.ts'
import {
  requirementChanges,
  requirementsOf,
  type RequirementChange,
  type RequirementKind,
  type RequiringFlow,
} from '#flow/diff/requirements.ts'
import { startChanges, type StartChange } from '#flow/diff/start-changes.ts'
import { originOf, originTime } from '#flow/file/origin.ts'
import { isStep } from '#flow/node-kind.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import type { Comparison } from './comparison.ts'

export interface UpdateFacts {
  /** Numbers of steps: of the earlier flow, of the later one, and those that are the same step in both. */
  steps: { before: number; after: number; same: number }
  /** Whether both have the same id in their product; null if one has none. */
  isSameOrigin: boolean | null
  /** Whether their product changed the later one after the earlier one; null if unknown. */
  isNewer: boolean | null
  requirements: Record<RequirementKind, RequirementChange[]>
  starts: StartChange[]
}

interface NodePair {
  before: Node | null
  after: Node | null
}

const byId = (nodes: readonly Node[]): Map<string, Node> => new Map(nodes.map((node) => [node.id, node]))

/** The nodes of both flows, matched as in the lines of the comparison. */
function pairsOf({ before, after, lines }: Comparison): NodePair[] {
  const [old, now] = [byId(before.nodes), byId(after.nodes)]
  return lines.flatMap(({ type, earlierId, laterId }): NodePair[] =>
    type === null
      ? []
      : [
          {
            before: earlierId === null ? null : (old.get(earlierId) ?? null),
            after: laterId === null ? null : (now.get(laterId) ?? null),
          },
        ],
  )
}

/** Some products number their nodes: an id alone does not make two steps the same one. */
const isSameStep = ({ before, after }: NodePair): boolean =>
  before !== null &&
  after !== null &&
  isStep(after) &&
  before.type === after.type &&
  (before.name === after.name || JSON.stringify(before.config) === JSON.stringify(after.config))

/** Without definitions of both flows, variables, settings and origins are unknown, and count as absent. */
export function updateFacts(comparison: Comparison): UpdateFacts {
  const { before, after, definitions } = comparison
  const foreignKindOf = foreignKindsOf(after.format || before.format || '')
  const needsOf = (parts: Comparison['before'], side: 'before' | 'after') => {
    const { variables = [], settings = {} } = definitions?.[side] ?? {}
    const flow: RequiringFlow = { nodes: parts.nodes, edges: parts.edges, variables, settings }
    return requirementsOf(flow, foreignKindOf)
  }
  const [old, now] = [needsOf(before, 'before'), needsOf(after, 'after')]
  const pairs = pairsOf(comparison)
  const metadata = [definitions?.before.metadata ?? {}, definitions?.after.metadata ?? {}] as const
  const [oldOrigin, newOrigin] = metadata.map(originOf)
  const [oldTime = null, newTime = null] = metadata.map(originTime)
  const changes = (kind: RequirementKind) => requirementChanges(old[kind], now[kind])
  return {
    steps: {
      before: before.nodes.filter(isStep).length,
      after: after.nodes.filter(isStep).length,
      same: pairs.filter(isSameStep).length,
    },
    isSameOrigin: oldOrigin == null || newOrigin == null ? null : oldOrigin === newOrigin,
    isNewer: oldTime === null || newTime === null || oldTime === newTime ? null : newTime > oldTime,
    requirements: {
      tools: changes('tools'),
      channels: changes('channels'),
      secrets: changes('secrets'),
      variables: changes('variables'),
      models: changes('models'),
      subflows: changes('subflows'),
      settings: changes('settings'),
    },
    starts: startChanges(pairs),
  }
}
