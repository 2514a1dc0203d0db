/** Version history of tools. Source: docs/tools.md, "Versions". */
import { z } from 'zod'
import { Actor } from './activity.ts'
import { get, noun } from './kernel/endpoint.ts'
import { JsonObject, page, pageQuery, Time, Version } from './kernel/page.ts'

/** Number of latest versions kept for each tool. */
export const keptVersions = 100

/** Fields stored in a version besides the config. The category never changes. */
export const versionFields = ['key', 'name', 'description', 'enabled', 'input_schema', 'output_schema'] as const

export const ToolVersion = z.object({
  /** The tool's `version` after the change. */
  number: Version,
  at: Time,
  /** Null = the service itself. */
  by: Actor.nullable(),
  /**
   * Fields that differ from the previous version: "name", or a path in the config, "config.url". Empty in the oldest
   * known version.
   */
  changed: z.array(z.string()),
  /** Config paths whose secret was set, replaced or removed in this version: "config.auth.secret". */
  secrets: z.array(z.string()),
})
export type ToolVersion = z.infer<typeof ToolVersion>

/** Settings of a tool; each field can be sent in a change of the tool. */
export const ToolState = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  input_schema: JsonObject.nullable(),
  output_schema: JsonObject.nullable(),
  /** Without secrets, which versions do not store: each is replaced by `{"set": true}`. */
  config: JsonObject,
})
export type ToolState = z.infer<typeof ToolState>

const ToolVersionDetail = ToolVersion.extend(ToolState.shape)
export type ToolVersionDetail = z.infer<typeof ToolVersionDetail>

export const toolVersion = noun('tool', {
  versions: get('/tool/{id}/versions/', {
    summary: `List versions of a tool, newest first; the last ${keptVersions} are kept`,
    query: pageQuery,
    returns: page(ToolVersion),
    errors: ['not_found'],
    extension: 'tool_versions',
  }),
  version: get('/tool/{id}/versions/{number}/', {
    summary: 'Get the settings of a tool version; to restore it, send them as a change to the tool',
    returns: ToolVersionDetail,
    errors: ['not_found'],
    extension: 'tool_versions',
  }),
})
