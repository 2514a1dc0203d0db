/** What a tool was set to, change by change. Source: docs/tools.md, "Versions". */
import { z } from 'zod'
import { Actor } from './activity.ts'
import { get, noun } from './kernel/kernel.ts'
import { JsonObject, page, pageQuery, Time, Version } from './kernel/page.ts'

/** Versions of a tool that are kept, the latest ones: what has been changed so often since is not what one goes back to. */
export const keptVersions = 100

/** What a version keeps of a tool beside its config. Its category never changes. */
export const versionFields = ['key', 'name', 'description', 'enabled', 'input_schema', 'output_schema'] as const

export const ToolVersion = z.object({
  /** The `version` that the tool had from then on. */
  number: Version,
  at: Time,
  /** Null = by the service itself. */
  by: Actor.nullable(),
  /**
   * Fields that differ from the version before: "name", and of the config each by its own name, "config.url". Empty in the first
   * one that is known.
   */
  changed: z.array(z.string()),
  /** Places in the config whose secret was set, replaced or taken away with it: "config.auth.secret". */
  secrets: z.array(z.string()),
})
export type ToolVersion = z.infer<typeof ToolVersion>

/** What a tool is set to: each of these fields is as a change of the tool takes it. */
export const ToolState = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  input_schema: JsonObject.nullable(),
  output_schema: JsonObject.nullable(),
  /** No version keeps a secret: where one stood is `{"set": true}`. */
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
    summary: 'Get the settings of a tool in a version; to restore it, change the tool to these settings',
    returns: ToolVersionDetail,
    errors: ['not_found'],
    extension: 'tool_versions',
  }),
})
