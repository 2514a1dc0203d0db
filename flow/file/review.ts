/** Review of a flow from a file before it is imported, as plain data of limited size. Pure. */
import { findingCount, isOmittedMessage } from '#flow/health/findings.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { verdictOf, type Verdict } from '#flow/health/verdict.ts'
import type { ChangedId, DanglingEdge, FlowDraft, Warning } from '#flow/draft.ts'
import { addMessage, type MessageCount } from './message-counts.ts'
import { eachLeaf, nodeIdOf, pathOf } from '#flow/leaves.ts'
import { countsOf } from '#flow/node-kind.ts'
import { channelOf, toolsOf } from '#flow/requires.ts'
import { secretKeysIn } from '#flow/secret-references.ts'

/** Maximum number of listed items per kind; the rest are counted. */
const maxItems = 100
/** Maximum number of sentences and nodes listed per item. */
const maxExamples = 5
/** Maximum length of a shown name or field, which are arbitrary text in files. */
const maxLetters = 120

/** A total count, with the first items. */
export interface FirstOf<T> {
  count: number
  first: T[]
}

export interface NodeRef {
  id: string
  name: string
}

/** An object of the account that the flow refers to by key. */
export interface AccountReference {
  key: string
  nodes: FirstOf<NodeRef>
}

/** A secret value found in the file, with all its occurrences. */
export interface FoundSecret {
  /** Key of the reference that replaces it: `{{ secrets.<key> }}`. */
  key: string
  occurrences: FirstOf<{ node: NodeRef | null; field: string }>
  /** False if it was found only in metadata, which runs never use. */
  isUsed: boolean
}

/** Warnings of one kind. */
export interface WarningGroup {
  code: string
  count: number
  /** The first distinct messages, each with its number. */
  lines: MessageCount[]
  /** Id of the first node that a warning of the group names. */
  node: string | null
}

export interface FlowReview {
  counts: {
    /** Number of nodes, groups not included. */
    nodes: number
    edges: number
    groups: number
    notes: number
    disabled: number
    /** Number of nodes with a position in the file. */
    placed: number
    variables: number
    settings: number
  }
  /** How far the flow runs, apart from what the account lacks. */
  verdict: Verdict
  warnings: WarningGroup[]
  changedIds: FirstOf<ChangedId>
  dangling: FirstOf<DanglingEdge>
  secrets: FirstOf<FoundSecret>
  /** Number of secrets that were used as a name (id, type, key) and were renamed. */
  renamedSecrets: number
  /** Keys of tools, channels and secrets that the flow refers to, except secrets found in the file. */
  needs: { tools: FirstOf<AccountReference>; channels: FirstOf<AccountReference>; secrets: FirstOf<AccountReference> }
}

const shorten = (text: string): string => (text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text)

const firstOf = <T>(all: readonly T[], most = maxItems): FirstOf<T> => ({
  count: all.length,
  first: all.slice(0, most),
})

/** Collects keys with the nodes that refer to them. */
class ReferenceCollector {
  private readonly byKey = new Map<string, FirstOf<NodeRef>>()

  add(key: string, node: NodeRef | null): void {
    const nodes = this.byKey.get(key) ?? { count: 0, first: [] }
    this.byKey.set(key, nodes)
    if (node === null) return
    nodes.count += 1
    if (nodes.first.length < maxExamples) nodes.first.push(node)
  }

  all(): FirstOf<AccountReference> {
    return firstOf([...this.byKey].map(([key, nodes]) => ({ key, nodes })))
  }
}

/** Groups warnings by code, and counts equal messages. */
export function groupWarnings(warnings: readonly Warning[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>()
  for (const { code, message, node_id: node } of warnings) {
    const group = groups.get(code) ?? { code, count: 0, lines: [], node: null }
    groups.set(code, group)
    group.count += findingCount(message)
    group.node ??= node ?? null
    if (isOmittedMessage(message)) continue
    addMessage(group.lines, message)
  }
  return [...groups.values()]
}

/** Path within the node: "headers.authorization" for "nodes.<id>.config.headers.authorization". */
function fieldOf(path: string, node: string | null): string {
  const start = node === null ? '' : `nodes.${node}.`
  const inside = path.startsWith(start) ? path.slice(start.length) : path
  return shorten(inside.startsWith('config.') ? inside.slice('config.'.length) : inside)
}

/** Separates secrets found in the file from references that it already had. */
function secretsOf(draft: FlowDraft, refOf: (id: string | null) => NodeRef | null) {
  const redacted = new Set(draft.redacted)
  const found = new Map<string, FoundSecret>()
  const references = new ReferenceCollector()
  const referencePaths = new Set<string>()
  eachLeaf(draft, (leaf) => {
    const keys = typeof leaf.value === 'string' ? secretKeysIn(leaf.value) : []
    if (keys.length === 0) return
    const path = pathOf(leaf)
    const isUsed = !path.startsWith('metadata.')
    const node = nodeIdOf(leaf)
    referencePaths.add(path)
    for (const key of keys) {
      if (!redacted.has(path)) {
        if (isUsed) references.add(key, refOf(node))
        continue
      }
      const secret = found.get(key) ?? { key, occurrences: { count: 0, first: [] }, isUsed: false }
      found.set(key, secret)
      secret.isUsed ||= isUsed
      secret.occurrences.count += 1
      if (secret.occurrences.first.length < maxExamples)
        secret.occurrences.first.push({ node: refOf(node), field: fieldOf(path, node) })
    }
  })
  const all = references.all()
  const rest = all.first.filter(({ key }) => !found.has(key))
  const otherReferences: FirstOf<AccountReference> = {
    count: all.count - (all.first.length - rest.length),
    first: rest,
  }
  const renamed = [...redacted].filter((path) => !referencePaths.has(path)).length
  return { found: firstOf([...found.values()]), references: otherReferences, renamed }
}

/** Review of a flow read from a file. Linear, not recursive. */
export function reviewOf(draft: FlowDraft): FlowReview {
  const { nodes, edges, variables, settings, warnings, changedIds, dangling } = draft
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const refOf = (id: string | null): NodeRef | null => (id === null ? null : { id, name: shorten(names.get(id) || id) })
  const tools = new ReferenceCollector()
  const channels = new ReferenceCollector()
  for (const node of nodes) {
    const ref = { id: node.id, name: shorten(node.name || node.id) }
    for (const key of toolsOf(node)) tools.add(key, ref)
    const channel = channelOf(node)
    if (channel !== null) channels.add(channel, ref)
  }
  const { found, references, renamed } = secretsOf(draft, refOf)
  const lint = lintFlow(draft)
  const ofType = (type: string) => nodes.filter((node) => node.type === type).length
  return {
    counts: {
      ...countsOf({ nodes, edges }),
      groups: ofType('group'),
      notes: ofType('note'),
      disabled: nodes.filter(({ disabled }) => disabled).length,
      placed: nodes.filter(({ position }) => position !== null).length,
      variables: variables.length,
      settings: Object.keys(settings).length,
    },
    verdict: verdictOf(ownFindings(lint), lint),
    warnings: groupWarnings(warnings),
    changedIds: firstOf(changedIds, maxExamples),
    dangling: firstOf(dangling, maxExamples),
    secrets: found,
    renamedSecrets: renamed,
    needs: { tools: tools.all(), channels: channels.all(), secrets: references },
  }
}
