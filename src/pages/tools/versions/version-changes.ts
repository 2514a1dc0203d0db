/** Changes of a tool version, differences between versions, and the change that restores one. Pure. */
import type { Tool } from '#contract/tool.ts'
import { versionFields, type ToolState, type ToolVersion } from '#contract/tool-version.ts'
import { valueDiff } from '#flow/diff/value-diff.ts'
import { isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { templateOrigin } from '#lib/text/template-origin.ts'
import { fieldDifferences } from '#parts/forms/field-differences.ts'
import { readSecretMark } from '#parts/forms/secret-mark.ts'
import { configWord, fieldWord, toolLabels } from '#pages/tools/field-words.ts'

const distinct = (words: readonly string[]): string[] => [...new Set(words)]

/** Text for a secret: "Secret of Sign-in"; "Value" for a global tool. */
const secretWord = (path: string): string => (path === 'config.value' ? 'Value' : `Secret of ${fieldWord(path)}`)

/** The changes of a version, in words: "Address · Secret of Sign-in". */
export function changeWords({ number, changed, secrets }: ToolVersion): string {
  const words = distinct([...changed.map(fieldWord), ...secrets.map(secretWord)])
  if (words.length > 0) return words.join(' · ')
  return number === 1 ? 'Created' : 'First stored version'
}

/**
 * Texts of the secrets that changed between two versions. Versions do not contain secrets, so a comparison of configs
 * does not show them.
 * @param versions the stored versions
 */
export const secretsBetween = (versions: readonly ToolVersion[], from: number, to: number): string[] =>
  distinct(
    versions.filter(({ number }) => number > from && number <= to).flatMap(({ secrets }) => secrets.map(secretWord)),
  )

interface VersionDifference {
  label: string
  before: string
  after: string
}

/** The differences between two versions, field by field. */
export const versionDifferences = (before: ToolState, after: ToolState): VersionDifference[] =>
  fieldDifferences(toolLabels, after, before, []).map(({ label, mine, theirs }) => ({
    label: configWord(label),
    before: theirs,
    after: mine,
  }))

/** Reduces secret marks to whether a secret is set, since versions contain nothing else about secrets. */
function withPlainMarks(value: Json): Json {
  const mark = readSecretMark(value)
  if (mark !== null) return { set: mark.set }
  if (Array.isArray(value)) return value.map(withPlainMarks)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainMarks(inner)]))
}

/** A value without the secret marks for which no current secret can be kept; `unrestorable` collects their paths. */
function restorableValue(value: Json, now: Json | undefined, path: string, unrestorable: string[]): Json | undefined {
  const mark = readSecretMark(value)
  if (mark !== null) {
    if (readSecretMark(now)?.set === true) return { set: true }
    if (mark.set) unrestorable.push(path)
    return undefined
  }
  const inner = (key: string, one: Json, nowThere: Json | undefined) =>
    restorableValue(one, nowThere, `${path}.${key}`, unrestorable)
  if (Array.isArray(value)) {
    const currentValue = Array.isArray(now) ? now : []
    return value.flatMap((one, index) => inner(String(index), one, currentValue[index]) ?? [])
  }
  if (!isRecord(value)) return value
  const currentValue = isRecord(now) ? now : {}
  const restored: JsonRecord = {}
  for (const [key, one] of Object.entries(value)) {
    const left = inner(key, one, currentValue[key])
    if (left !== undefined) restored[key] = left
  }
  return restored
}

interface RestorePlan {
  /** Request body with the fields that differ. */
  change: Partial<ToolState>
  /** Texts of the changed fields. */
  words: string[]
  /** Texts of the secrets that cannot be restored: the tool no longer has them, or has them for another host. */
  unrestorable: string[]
  /** Why the version cannot be restored; null if it can. */
  obstacle: string | null
}

type CurrentTool = Pick<Tool, keyof ToolState | 'category'>

const originOf = (config: JsonRecord): string | null => templateOrigin(textOf(config['url']))

function restoredConfig(
  version: JsonRecord,
  { category, config }: CurrentTool,
): { config: JsonRecord; unrestorable: string[] } {
  // A plain value may look like a secret mark.
  if (category === 'global' && version['secret'] !== true) return { config: version, unrestorable: [] }
  const unrestorable: string[] = []
  // A stored secret is kept only for the host for which it was entered.
  const isElsewhere = originOf(version) !== originOf(config)
  const restored = restorableValue(version, isElsewhere ? {} : config, 'config', unrestorable)
  return { config: isRecord(restored) ? restored : {}, unrestorable: distinct(unrestorable.map(secretWord)) }
}

/** The change that restores a version and keeps existing secrets. */
export function restorePlan(version: ToolState, currentTool: CurrentTool): RestorePlan {
  const plan: RestorePlan = { change: {}, words: [], unrestorable: [], obstacle: null }
  const fields = versionFields.filter((field) => valueDiff(field, currentTool[field], version[field], 1).length > 0)
  for (const field of fields) Object.assign(plan.change, { [field]: version[field] })
  plan.words = fields.map(fieldWord)
  const [was, is] = [withPlainMarks(version.config), withPlainMarks(currentTool.config)]
  const inConfig = [...new Set(valueDiff('', is, was, Infinity).map(({ path }) => path.split('.', 1)[0] ?? ''))]
  if (inConfig.length === 0) return plan
  const { config, unrestorable } = restoredConfig(version.config, currentTool)
  plan.change.config = config
  plan.words.push(...inConfig.map(configWord))
  plan.unrestorable = unrestorable
  if (currentTool.category === 'global' && config['value'] === undefined)
    plan.obstacle = 'The value was a secret, and versions do not contain secrets. Edit the tool to set it.'
  return plan
}
