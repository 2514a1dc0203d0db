/**
 * Steps of another product in groups that one choice can be made for: by what they are in their product, and by what
 * they belong to. Linear, not recursive.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { attachmentWord, isAttachment } from '#flow/graph/connectivity.ts'
import { conversionOf, foreignStep, type Conversion } from '#flow/health/foreign-step.ts'
import { isStep, kindOf, noType } from '#flow/node-kind.ts'
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { passesOn } from './followers.ts'
import {
  hostOf,
  stepToolCategories,
  type StepGroup,
  type StepGroups,
  type StepRole,
  type StepToolCategory,
} from './step-choices.ts'
import { stepTitle } from './step-titles.ts'

/** A step of another product. */
export interface ForeignMember {
  node: Node
  index: number
  role: StepRole
  /** Indexes of the steps that it is attached to. */
  owners: number[]
}

export interface MemberGroup {
  key: string
  title: string
  members: ForeignMember[]
}

const nouns: Readonly<Record<string, string>> = {
  agent: 'Agents',
  api: 'HTTP requests',
  code: 'Code',
  condition: 'Conditions',
  message: 'Messages',
  subflow: 'Subflows',
  transform: 'Transforms',
  trigger: 'Triggers',
  wait: 'Waits',
}

/** "POST shop.example/orders": one tool can take over requests that are the same up to an expression; else "". */
function requestTitle({ method, url }: JsonRecord): string {
  const [address = ''] = /^https?:\/\/[^{?\s]+/i.exec(textOf(url)) ?? []
  const place = address.replace(/^https?:\/\//i, '').replace(/\/+$/, '')
  return place === '' ? '' : `${textOf(method) || 'GET'} ${place}`
}

function titleOf({ type, config }: Node): string {
  if (type === noType) return 'Steps without a type'
  if (kindOf(type) === 'unknown') return stepTitle(type)
  const original = textOf(recordOf(config['original'])['type'])
  if (type === 'trigger' && original !== '') return stepTitle(original).replace(/(?: trigger)?$/i, ' trigger')
  return (type === 'api' && requestTitle(config)) || (nouns[type] ?? 'Steps')
}

/** Types are few, and their words take long to find. */
function titleIn(titles: Map<string, string>, node: Node): string {
  if (kindOf(node.type) !== 'unknown') return titleOf(node)
  const title = titles.get(node.type) ?? titleOf(node)
  titles.set(node.type, title)
  return title
}

const roleByWord: Readonly<Record<string, StepRole>> = {
  model: 'model',
  memory: 'memory',
  parser: 'parser',
  tool: 'agent tool',
}

/** Indexes of the owners of attached steps, and the edges by which they are attached. */
function attachmentsOf(edges: readonly Edge[], indexById: ReadonlyMap<string, number>) {
  const attachments = new Map<number, { owner: number; word: string }[]>()
  for (const edge of edges) {
    if (!isAttachment(edge)) continue
    const part = indexById.get(edge.source)
    const owner = indexById.get(edge.target)
    if (part === undefined || owner === undefined || part === owner) continue
    const list = attachments.get(part) ?? []
    attachments.set(part, list)
    list.push({ owner, word: attachmentWord(edge) })
  }
  return attachments
}

/** Index of the first node with each id. */
const firstIndexById = (nodes: readonly Node[]): Map<string, number> =>
  new Map(nodes.map(({ id }, index) => [id, index] as const).toReversed())

/** All groups, in the order of their first steps. */
export function memberGroups(
  { nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] },
  product: string | null,
): MemberGroup[] {
  const isForeign = nodes.map((node) => isStep(node) && !node.disabled && foreignStep(node, product) !== null)
  if (!isForeign.includes(true)) return []
  const attachments = attachmentsOf(edges, firstIndexById(nodes))
  const isOwnAgent = (index: number) =>
    nodes[index]?.type === 'agent' && !nodes[index].disabled && isForeign[index] === false
  const groups = new Map<string, MemberGroup>()
  const titles = new Map<string, string>()
  for (const [index, node] of nodes.entries()) {
    if (isForeign[index] !== true) continue
    const attached = attachments.get(index) ?? []
    const owned = attached.filter(({ owner }) => isOwnAgent(owner))
    const role: StepRole =
      attached.length === 0
        ? node.type === 'trigger'
          ? 'trigger'
          : 'step'
        : owned.length === attached.length
          ? (roleByWord[owned[0]?.word ?? ''] ?? 'part')
          : 'part'
    const title = titleIn(titles, node)
    // A tool of an agent and a step of the same app are one choice.
    const key = `${role === 'agent tool' ? 'step' : role}: ${title.toLowerCase()}`
    const group = groups.get(key) ?? { key, title, members: [] }
    groups.set(key, group)
    group.members.push({ node, index, role, owners: attached.map(({ owner }) => owner) })
  }
  return [...groups.values()]
}

const maxGroups = 500
const maxNames = 3
const maxIds = 200
const maxLetters = 120

const shorten = (text: string): string => (text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text)

function toolCategoriesOf({ members }: MemberGroup): StepToolCategory[] {
  if (!members.every(({ role }) => role === 'step' || role === 'agent tool')) return []
  const isOffered = members.some(({ role }) => role === 'agent tool')
  const own = new Set(members.map(({ node }) => node.type))
  // An agent cannot call another one.
  return stepToolCategories
    .filter((category) => category !== 'agent' || !isOffered)
    .toSorted((a, b) => Number(own.has(b)) - Number(own.has(a)))
}

/** What the counterparts of all members take over: a part that one of them lacks is not filled in. */
function groupConversion({ members }: MemberGroup, product: string | null): Conversion | null {
  const all: Conversion[] = []
  for (const { node, role } of members) {
    const one = role === 'step' || role === 'trigger' ? conversionOf(node, product) : null
    if (one === null) return null
    all.push(one)
  }
  const wordsOf = (part: keyof Conversion) => [...new Set(all.flatMap((one) => one[part]))]
  const [rewrite, add] = [wordsOf('rewrite'), wordsOf('add')]
  return { filled: wordsOf('filled').filter((word) => !rewrite.includes(word) && !add.includes(word)), rewrite, add }
}

export function stepGroupsOf(
  flow: { nodes: readonly Node[]; edges: readonly Edge[] },
  product: string | null,
): StepGroups {
  const groups = memberGroups(flow, product)
  const followers = passesOn(flow)
  const nameOf = (node: Node | undefined) => shorten(node?.name || node?.id || '')
  const list = groups.slice(0, maxGroups).map((group): StepGroup => {
    const { key, title, members } = group
    const owners = new Set(members.flatMap((member) => member.owners))
    const hosts = new Set(members.flatMap(({ node }) => hostOf(textOf(node.config['url'])) || []))
    const follow = new Set(members.flatMap(({ node, role }) => (role === 'step' ? followers(node) : [])))
    return {
      key,
      title: shorten(title),
      role: members.find(({ role }) => role === 'step')?.role ?? members[0]?.role ?? 'step',
      count: members.length,
      names: members.slice(0, maxNames).map(({ node }) => nameOf(node)),
      ids: members.slice(0, maxIds).map(({ node }) => node.id),
      indexes: members.slice(0, maxIds).map(({ index }) => index),
      owners: [...owners].slice(0, maxNames).map((index) => nameOf(flow.nodes[index])),
      hosts: [...hosts].slice(0, maxNames),
      toolCategories: toolCategoriesOf(group),
      conversion: groupConversion(group, product),
      followers: follow.has('stop') ? 'stop' : follow.has('continue') ? 'continue' : 'none',
    }
  })
  return { list, omitted: groups.length - list.length }
}
