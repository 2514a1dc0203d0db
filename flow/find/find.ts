/** Searches nodes in a flow, in linear time and without recursion. Indexes are built lazily. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { foldText, type FindQuery, type NameOperator, type State, type Term } from './find-query.ts'
import { isStep } from '#flow/node-kind.ts'
import { nodeProblemsOf } from '#flow/health/findings.ts'
import { noEntries, type Entries } from '#flow/graph/parts.ts'
import { runReach } from '#flow/graph/reach.ts'
import { channelOf, toolsOf } from '#flow/requires.ts'
import { secretKeysIn } from '#flow/secret-references.ts'
import { textOf } from '#lib/json/json.ts'

interface SearchedFlow {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
  /** See `entriesOf`. */
  entries?: Entries
}

/** Distinct names of nodes, with the nodes that have each name. */
interface Names {
  /** Names in the spelling of their first occurrence. */
  spellings: string[]
  folded: string[]
  /** Number of nodes per name. */
  counts: number[]
  /** For each node, the indexes of its names. */
  ofNode: readonly (readonly number[])[]
}

/** Fields that are not searched as text. */
const excludedFields = new Set(['position', 'size', 'parent', 'disabled'])
/** Separator between fields: a character that cannot be typed in a query. */
const gap = '\0'

/** All values in an object, and all keys below its top level, except the given top-level fields. */
function fieldsOf(root: object, excluded: ReadonlySet<string> | null): string[] {
  const parts: string[] = []
  const open: object[] = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    const isList = Array.isArray(object)
    for (const [key, value] of Object.entries(object)) {
      if (object === root && excluded?.has(key) === true) continue
      if (!isList && object !== root) parts.push(key)
      if (typeof value === 'object' && value !== null) open.push(value)
      else if (value !== null && value !== undefined) parts.push(String(value))
    }
  }
  return parts
}

/** Matches `vars.key`, in an expression or in braces, but not `$vars.key` or `x.vars.key`. */
const variables = /(?<![\w$.])vars\.([A-Za-z_]\w{0,62})/g

function variablesIn(text: string): string[] {
  if (!text.includes('vars.')) return []
  return [...text.matchAll(variables)].map(([, key = '']) => key)
}

/** References in a node's config: tools, channel, secrets, variables and the flow that the node starts. */
function usesOf(node: Node): string[] {
  const texts = fieldsOf(node.config, null)
  const subflow = node.type === 'subflow' ? textOf(node.config['flow']) : ''
  const keys = [...toolsOf(node), channelOf(node) ?? '', subflow]
  for (const text of texts) keys.push(...secretKeysIn(text), ...variablesIn(text))
  return keys.filter((key) => key !== '')
}

const namesOfNode: Record<NameOperator, (node: Node) => readonly string[]> = {
  type: (node) => [node.type],
  tool: toolsOf,
  uses: usesOf,
}

function namesOf(nodes: readonly Node[], of: (node: Node) => readonly string[]): Names {
  const indexByKey = new Map<string, number>()
  const names = { spellings: new Array<string>(), folded: new Array<string>(), counts: new Array<number>() }
  const ofNode = nodes.map((node) => {
    const own = new Set<number>()
    for (const word of of(node)) {
      const key = foldText(word)
      let nameIndex = indexByKey.get(key)
      if (nameIndex === undefined) {
        nameIndex = names.spellings.length
        indexByKey.set(key, nameIndex)
        names.spellings.push(word)
        names.folded.push(key)
        names.counts.push(0)
      }
      own.add(nameIndex)
    }
    for (const nameIndex of own) names.counts[nameIndex] = (names.counts[nameIndex] ?? 0) + 1
    return [...own]
  })
  return { ...names, ofNode }
}

/** A searchable flow with its lazily built indexes. */
export class FlowSearch {
  readonly #flow: SearchedFlow
  readonly #names = new Map<NameOperator, Names>()
  #texts: string[] | null = null
  #problems: ReadonlySet<string> | null = null
  #unreachable: ReadonlySet<Node> | null = null

  constructor(flow: SearchedFlow) {
    this.#flow = flow
  }

  get nodes(): readonly Node[] {
    return this.#flow.nodes
  }

  /** Types, tools or references, with the number of nodes for each. */
  names(operator: NameOperator): Names {
    let names = this.#names.get(operator)
    if (names === undefined) {
      names = namesOf(this.nodes, namesOfNode[operator])
      this.#names.set(operator, names)
    }
    return names
  }

  /** All text of each node, with case and accents folded. */
  get texts(): readonly string[] {
    return (this.#texts ??= this.nodes.map((node) => foldText(fieldsOf(node, excludedFields).join(gap))))
  }

  /** Predicate for a state; `changed` contains the ids of changed nodes. */
  is(state: State, changed: ReadonlySet<string>): (node: Node) => boolean {
    if (state === 'disabled') return (node) => node.disabled
    if (state === 'changed') return (node) => changed.has(node.id)
    if (state === 'unreachable') {
      const unreachable = (this.#unreachable ??= unreachableOf(this.#flow))
      return (node) => unreachable.has(node)
    }
    const problems = (this.#problems ??= new Set(nodeProblemsOf(this.#flow.validation).keys()))
    return (node) => problems.has(node.id)
  }
}

/**
 * Enabled steps that cannot be reached from any start; none if there is no start. Not read from the flow's findings,
 * which list at most 1,000 per code.
 */
function unreachableOf({ nodes, edges, entries = noEntries }: SearchedFlow): Set<Node> {
  const steps = nodes.filter(isStep)
  const { starts, reached } = runReach(steps, edges, nodes, entries)
  if (starts.length === 0) return new Set()
  return new Set(steps.filter((node, index) => reached[index] === false && !node.disabled))
}

/** Whether the node at an index matches a term. */
type Test = (index: number) => boolean

/** A complete name matches exactly; a part of a name matches all names that contain it. */
function nameTest({ folded: all, ofNode }: Names, value: string): Test {
  const isWhole = all.includes(value)
  const matches = all.map((name) => (isWhole ? name === value : name.includes(value)))
  return (index) => ofNode[index]?.some((nameIndex) => matches[nameIndex]) ?? false
}

function testOf(search: FlowSearch, term: Term, changed: ReadonlySet<string>): Test {
  if (term.operator === 'text') {
    const { texts } = search
    return (index) => texts[index]?.includes(term.value) ?? false
  }
  if (term.operator !== 'is') return nameTest(search.names(term.operator), term.value)
  const matches = search.is(term.value, changed)
  return (index) => {
    const node = search.nodes[index]
    return node !== undefined && matches(node)
  }
}

/**
 * Indexes of the nodes that match every term, in the order of the flow; all of them for an empty query.
 * @param changed ids of the nodes that count as changed
 */
export function findNodes(search: FlowSearch, { terms }: FindQuery, changed: ReadonlySet<string>): number[] {
  // Terms on names and states are tested before text terms, which cost more.
  const ordered = terms.toSorted((a, b) => Number(a.operator === 'text') - Number(b.operator === 'text'))
  const tests = ordered.map((term) => ({ matches: testOf(search, term, changed), expected: !term.negated }))
  const found: number[] = []
  for (let index = 0; index < search.nodes.length; index += 1)
    if (tests.every(({ matches, expected }) => matches(index) === expected)) found.push(index)
  return found
}
