/** Search in the definitions of all flows. Source: docs/api.md, "Search in definitions". */
import { z } from 'zod'
import { FlowStatus } from '#contract/flow.ts'
import { get, noun } from '#contract/kernel/endpoint.ts'
import { Id, pageQuery } from '#contract/kernel/page.ts'

/**
 * Where a text was found. `text`: any other value of a node's configuration; `edge`: label or condition of an edge that
 * leaves the node.
 */
export const definitionFields = [
  'name',
  'type',
  'tool',
  'channel',
  'flow',
  'model',
  'host',
  'secret',
  'credential',
  'text',
  'note',
  'edge',
  'variable',
  'setting',
] as const
export type DefinitionField = (typeof definitionFields)[number]

/** Longest query, in UTF-16 units. */
export const maxDefinitionQuery = 200
/** Maximum number of flows that are counted. */
export const maxFoundFlows = 500
/** Maximum number of nodes that are listed for each flow. */
export const maxListedNodes = 5

export const DefinitionMatch = z.object({
  /** Null = variables and settings of the flow. */
  node: z.object({ id: z.string(), name: z.string(), type: z.string() }).nullable(),
  field: z.enum(definitionFields),
  /** Place in the node's configuration: "headers", "messages"; "" if `field` says it. */
  path: z.string(),
  /** The text around the first match, in the spelling of the flow. */
  before: z.string(),
  match: z.string(),
  after: z.string(),
})
export type DefinitionMatch = z.infer<typeof DefinitionMatch>

export const FoundFlow = z.object({
  flow: z.object({ id: Id, name: z.string(), status: FlowStatus }),
  /** Number of nodes that contain the text; variables and settings count as one. */
  match_count: z.int(),
  /** One match for each of the first nodes. */
  matches: z.array(DefinitionMatch).max(maxListedNodes),
})
export type FoundFlow = z.infer<typeof FoundFlow>

export const FlowSearchResult = z.object({
  /** Number of flows found. */
  count: z.int(),
  /** True if more flows than `count` may contain the text: they are not counted further. */
  more: z.boolean(),
  /** Latest change first. */
  results: z.array(FoundFlow),
  /** True if only the flows changed last were searched: the text has no three letters in a row, or is too frequent in parts. */
  is_partial: z.boolean(),
  /** Number of flows whose definition was stored a moment ago and is not searched yet. */
  pending: z.int(),
})
export type FlowSearchResult = z.infer<typeof FlowSearchResult>

export const flowSearch = noun('flow', {
  search: get('/flow/search/', {
    summary: 'Find a text in the definitions of all flows: names, types, tools, models, hosts, secret names and values',
    query: z.object({ q: z.string().max(maxDefinitionQuery) }).extend(pageQuery.pick({ limit: true }).shape),
    returns: FlowSearchResult,
    extension: 'flow_search',
  }),
})
