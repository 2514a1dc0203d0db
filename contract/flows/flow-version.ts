/**
 * Versions of a flow's definition, which never change. Name, description, tags, status and bindings belong to the flow
 * and have no versions. Source: docs/api.md, "Versions of a flow".
 */
import { z } from 'zod'
import { Actor } from '#contract/activity.ts'
import { FlowDetail, ImportResult } from '#contract/flow.ts'
import { del, get, noun, post, put } from '#contract/kernel/endpoint.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import { importLimit } from '#contract/kernel/limits.ts'
import { Json, Money, Name, page, pageQuery, Text, Time, Version } from '#contract/kernel/page.ts'

/**
 * `live`: new runs use it. `draft`: stored beside the live version, for test runs. `former`: was live. `discarded`: a
 * draft that was thrown away or replaced by another.
 */
export const versionStates = ['live', 'draft', 'former', 'discarded'] as const
export type VersionState = (typeof versionStates)[number]

/** What a version was made from; `created`: the first version of a flow. */
export const versionSources = ['created', 'file', 'version', 'values', 'service'] as const

/** `name`: of the file or of the connection; `version`: number of the restored version. */
export const VersionSource = z.object({
  kind: z.enum(versionSources),
  name: z.string().nullable(),
  version: Version.nullable(),
})
export type VersionSource = z.infer<typeof VersionSource>

/** Numbers of differences from the version that was live before. */
export const VersionChanges = z.object({
  /** Nodes. */
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  moved: z.int(),
  /** Added, removed and changed edges. */
  edges: z.int(),
  /** Changed variables, settings and metadata. */
  definitions: z.int(),
})
export type VersionChanges = z.infer<typeof VersionChanges>

/** Open runs of a version; they end on it. */
const OpenRuns = z.object({
  count: z.int(),
  /** Those of them that wait for a reply, a webhook, a time or a flow. */
  waiting: z.int(),
  /** Latest end of these waits; null if none has one. */
  waiting_until: Time.nullable(),
})

export const FlowVersion = z.object({
  number: Version,
  state: z.enum(versionStates),
  at: Time,
  /** Null = the service itself. */
  by: Actor.nullable(),
  source: VersionSource,
  note: z.string(),
  node_count: z.int(),
  edge_count: z.int(),
  /** Null for the first version. */
  changes: VersionChanges.nullable(),
  /** The changes in one line, with the names of nodes; "" for the first version. */
  summary: z.string(),
  /** Time since which it is or was live for the first time; null = never. */
  live_since: Time.nullable(),
  /** Ended runs, without tests. */
  runs: z.int(),
  /** Those of them that failed or timed out. */
  failed: z.int(),
  /** Ended test runs. */
  tests: z.int(),
  /** Cost of `runs` and `tests`. */
  cost: Money,
  open: OpenRuns,
})
export type FlowVersion = z.infer<typeof FlowVersion>

const FlowVersionDetail = FlowVersion.extend(
  FlowDetail.pick({
    nodes: true,
    edges: true,
    metadata: true,
    variables: true,
    settings: true,
    viewport: true,
  }).shape,
).extend({
  /** Of the draft: what its bindings are, and what prevents the flow from running with it. */
  validation: FlowDetail.shape.validation.optional(),
  bindings: FlowDetail.shape.bindings.optional(),
})
export type FlowVersionDetail = z.infer<typeof FlowVersionDetail>

/** Longest note of a version. */
export const maxNote = 500
const Note = Text.max(maxNote, `Use at most ${maxNote} characters.`)

/** Body of an update; `source` says what the template is. */
export const FlowUpdate = z.strictObject({
  template: z.union([z.string(), z.record(z.string(), Json), z.array(Json)]),
  /** "live" (the default): new runs use it at once. */
  as: z.enum(['live', 'draft']).optional(),
  note: Note.optional(),
  source: z.strictObject({ kind: z.enum(['file', 'values', 'service']), name: Name.optional() }).optional(),
})

const versionErrors = ['not_found', 'not_ready', 'version_conflict'] as const

export const flowVersion = noun('flow', {
  update: put('/flow/{id}/template/', {
    summary: 'Replace the definition of a flow by that of a file, live or as a draft; the rest of the flow stays',
    body: FlowUpdate,
    bodyLimit: importLimit,
    isLong: true,
    returns: FlowDetail.extend({ import: ImportResult }),
    errors: [...versionErrors, 'not_a_template', 'several_flows', 'flow_too_large', 'too_large'],
    changes: ['flow', 'channel', 'tool'],
    hasVersion: true,
    extension: flowReleases,
  }),
  versions: get('/flow/{id}/versions/', {
    summary: 'List the versions of a flow, newest first',
    query: pageQuery,
    returns: page(FlowVersion),
    errors: ['not_found'],
    extension: flowReleases,
  }),
  version: get('/flow/{id}/versions/{number}/', {
    summary: 'Get a version of a flow with its nodes and edges',
    returns: FlowVersionDetail,
    errors: ['not_found'],
    extension: flowReleases,
  }),
  makeLive: post('/flow/{id}/versions/{number}/live/', {
    summary: 'Make the draft live, or restore another version as a new live version',
    body: z.strictObject({ note: Note.optional() }),
    returns: FlowDetail,
    success: 200,
    errors: versionErrors,
    changes: ['flow', 'channel', 'tool'],
    hasVersion: true,
    extension: flowReleases,
  }),
  makeDraft: post('/flow/{id}/versions/{number}/draft/', {
    summary: 'Restore a version as a new draft beside the live version',
    body: z.strictObject({ note: Note.optional() }),
    returns: FlowDetail,
    success: 200,
    errors: versionErrors,
    changes: ['flow', 'tool'],
    hasVersion: true,
    extension: flowReleases,
  }),
  discardDraft: del('/flow/{id}/draft/', {
    summary: 'Throw the draft of a flow away; it stays in the list of versions',
    errors: ['not_found', 'version_conflict'],
    changes: ['flow'],
    hasVersion: true,
    extension: flowReleases,
  }),
})
