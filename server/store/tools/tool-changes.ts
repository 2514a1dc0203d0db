/** Versions of tools: stored state, and difference between two. Pure. */
import { versionFields, type ToolState } from '#contract/tool-version.ts'
import { valueDiff } from '#flow/diff/value-diff.ts'
import { secretPlaceOf, withoutEnds, type SecretTexts } from './tool-secrets.ts'

/** A tool before or after a change, with marks instead of secrets; secret texts are for comparison and never stored. */
export interface KnownTool {
  state: ToolState
  secrets: SecretTexts
}

/** State as stored in a version: secrets only as marks. */
export const toolStateOf = ({ state, secrets }: KnownTool): ToolState => ({
  key: state.key,
  name: state.name,
  description: state.description,
  enabled: state.enabled,
  input_schema: state.input_schema,
  output_schema: state.output_schema,
  config: withoutEnds(state.config, secrets),
})

export interface ToolChanges {
  /** "name", "config.url" */
  changed: string[]
  /** "config.auth.secret" */
  secrets: string[]
}

const differs = (before: unknown, after: unknown): boolean => valueDiff('', before, after, 1).length > 0

/** Changed fields and secret paths, in the order of the contract and of the config. */
export function changesBetween(before: KnownTool, after: KnownTool): ToolChanges {
  const [was, is] = [toolStateOf(before), toolStateOf(after)]
  const fields = [...new Set([...Object.keys(is.config), ...Object.keys(was.config)])]
  const places = [...new Set([...Object.keys(after.secrets), ...Object.keys(before.secrets)])]
  return {
    changed: [
      ...versionFields.filter((field) => differs(was[field], is[field])),
      ...fields.filter((field) => differs(was.config[field], is.config[field])).map((field) => `config.${field}`),
    ],
    secrets: places
      .filter((place) => before.secrets[place] !== after.secrets[place])
      .map((place) => ['config', ...secretPlaceOf(place)].join('.')),
  }
}
