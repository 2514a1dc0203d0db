/** Finds nodes in a flow. Everything that is looked at is made once, when it is first asked for; linear, without recursion. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { folded, type FindQuery, type NameOperator, type State, type Term } from './find-query.ts'
import { isStep } from '#flow/node-kind.ts'
import { nodeProblemsOf } from '#flow/health/node-problems.ts'
import { runReach } from '#flow/graph/reach.ts'
import { channelOf, secretsIn, toolsOf } from '#flow/requires.ts'
import { textOf } from '#lib/json/json.ts'

interface Searched {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
}

/** Names that nodes have, each once, and who has which. */
interface Names {
  /** As they are written first. */
  words: string[]
  folded: string[]
  /** How many nodes have each. */
  counts: number[]
  /** For each node the places of its names. */
  ofNode: readonly (readonly number[])[]
}

/** Fields that say where a node stands; all others are text to search. */
const unsearched = new Set(['position', 'size', 'parent', 'disabled'])
/** Between two fields: nothing that can be typed. */
const gap = '\0'

/** Every name and value within a node, or within a part of one. */
function fieldsOf(root: object, left: ReadonlySet<string> | null): string[] {
  const parts: string[] = []
  const open: object[] = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const isList = Array.isArray(holder)
    for (const [key, value] of Object.entries(holder)) {
      if (holder === root && left?.has(key) === true) continue
      if (!isList && holder !== root) parts.push(key)
      if (typeof value === 'object' && value !== null) open.push(value)
      else if (value !== null && value !== undefined) parts.push(String(value))
    }
  }
  return parts
}

/** `vars.key`, in an expression or in braces; not `$vars.key` or `x.vars.key`. */
const variables = /(?<![\w$.])vars\.([A-Za-z_]\w{0,62})/g

function variablesIn(text: string): string[] {
  if (!text.includes('vars.')) return []
  return [...text.matchAll(variables)].map(([, key = '']) => key)
}

/** What a node's config refers to: tools, channel, secrets, variables, the flow that it starts. */
function usesOf(node: Node): string[] {
  const texts = fieldsOf(node.config, null)
  const subflow = node.type === 'subflow' ? textOf(node.config['flow']) : ''
  const keys = [...toolsOf(node), channelOf(node) ?? '', subflow]
  for (const text of texts) keys.push(...secretsIn(text), ...variablesIn(text))
  return keys.filter((key) => key !== '')
}

const namesOfNode: Record<NameOperator, (node: Node) => readonly string[]> = {
  type: (node) => [node.type],
  tool: toolsOf,
  uses: usesOf,
}

function namesOf(nodes: readonly Node[], of: (node: Node) => readonly string[]): Names {
  const places = new Map<string, number>()
  const names = { words: new Array<string>(), folded: new Array<string>(), counts: new Array<number>() }
  const ofNode = nodes.map((node) => {
    const own = new Set<number>()
    for (const word of of(node)) {
      const key = folded(word)
      let place = places.get(key)
      if (place === undefined) {
        place = names.words.length
        places.set(key, place)
        names.words.push(word)
        names.folded.push(key)
        names.counts.push(0)
      }
      own.add(place)
    }
    for (const place of own) names.counts[place] = (names.counts[place] ?? 0) + 1
    return [...own]
  })
  return { ...names, ofNode }
}

/** A flow that is searched, and what was read off it for that so far. */
export class FlowSearch {
  readonly #flow: Searched
  readonly #names = new Map<NameOperator, Names>()
  #texts: string[] | null = null
  #problems: ReadonlySet<string> | null = null
  #unreachable: ReadonlySet<Node> | null = null

  constructor(flow: Searched) {
    this.#flow = flow
  }

  get nodes(): readonly Node[] {
    return this.#flow.nodes
  }

  /** Types, tools or what is used, with how many nodes have each. */
  names(operator: NameOperator): Names {
    let names = this.#names.get(operator)
    if (names === undefined) {
      names = namesOf(this.nodes, namesOfNode[operator])
      this.#names.set(operator, names)
    }
    return names
  }

  /** All that stands in each node, without case and accents. */
  get texts(): readonly string[] {
    return (this.#texts ??= this.nodes.map((node) => folded(fieldsOf(node, unsearched).join(gap))))
  }

  /** Whether a node is in a state; `changed` are the ids of those that changed. */
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

/** Steps to which no start leads, as the findings of a flow count them; those are cut off after a hundred. */
function unreachableOf({ nodes, edges }: Searched): Set<Node> {
  const steps = nodes.filter(isStep)
  const { starts, reached } = runReach(steps, edges, nodes)
  if (starts.length === 0) return new Set()
  return new Set(steps.filter((node, index) => reached[index] === false && !node.disabled))
}

/** Whether the node at a place holds a term. */
type Test = (index: number) => boolean

/** A whole name means those that have just this one; a part of a name all that hold it. */
function nameTest({ folded: all, ofNode }: Names, value: string): Test {
  const isWhole = all.includes(value)
  const matches = all.map((name) => (isWhole ? name === value : name.includes(value)))
  return (index) => ofNode[index]?.some((place) => matches[place]) ?? false
}

function testOf(search: FlowSearch, term: Term, changed: ReadonlySet<string>): Test {
  if (term.operator === 'text') {
    const { texts } = search
    return (index) => texts[index]?.includes(term.value) ?? false
  }
  if (term.operator !== 'is') return nameTest(search.names(term.operator), term.value)
  const holds = search.is(term.value, changed)
  return (index) => {
    const node = search.nodes[index]
    return node !== undefined && holds(node)
  }
}

/**
 * Places of the nodes that hold every term, in the order of the flow; all of them where nothing is asked.
 * @param changed ids of the nodes that count as changed
 */
export function findNodes(search: FlowSearch, { terms }: FindQuery, changed: ReadonlySet<string>): number[] {
  // What is read off names and states is asked before the text.
  const ordered = terms.toSorted((a, b) => Number(a.operator === 'text') - Number(b.operator === 'text'))
  const tests = ordered.map((term) => ({ holds: testOf(search, term, changed), wanted: !term.negated }))
  const found: number[] = []
  for (let index = 0; index < search.nodes.length; index += 1)
    if (tests.every(({ holds, wanted }) => holds(index) === wanted)) found.push(index)
  return found
}
