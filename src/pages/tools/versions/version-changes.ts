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

/** A value without the secret marks for which no current secret can be kept; `lost` collects their paths. */
function keepable(value: Json, now: Json | undefined, path: string, lost: string[]): Json | undefined {
  const mark = readSecretMark(value)
  if (mark !== null) {
    if (readSecretMark(now)?.set === true) return { set: true }
    if (mark.set) lost.push(path)
    return undefined
  }
  const inner = (key: string, one: Json, nowThere: Json | undefined) => keepable(one, nowThere, `${path}.${key}`, lost)
  if (Array.isArray(value)) {
    const there = Array.isArray(now) ? now : []
    return value.flatMap((one, index) => inner(String(index), one, there[index]) ?? [])
  }
  if (!isRecord(value)) return value
  const there = isRecord(now) ? now : {}
  const kept: JsonRecord = {}
  for (const [key, one] of Object.entries(value)) {
    const left = inner(key, one, there[key])
    if (left !== undefined) kept[key] = left
  }
  return kept
}

interface WayBack {
  /** Request body with the fields that differ. */
  change: Partial<ToolState>
  /** Texts of the changed fields. */
  words: string[]
  /** Texts of the secrets that cannot be restored: the tool no longer has them, or has them for another host. */
  lost: string[]
  /** Why the version cannot be restored; null if it can. */
  obstacle: string | null
}

type Present = Pick<Tool, keyof ToolState | 'category'>

const originOf = (config: JsonRecord): string | null => templateOrigin(textOf(config['url']))

function configBack(version: JsonRecord, { category, config }: Present): { config: JsonRecord; lost: string[] } {
  // A plain value may look like a secret mark.
  if (category === 'global' && version['secret'] !== true) return { config: version, lost: [] }
  const lost: string[] = []
  // A stored secret is kept only for the host for which it was entered.
  const isElsewhere = originOf(version) !== originOf(config)
  const kept = keepable(version, isElsewhere ? {} : config, 'config', lost)
  return { config: isRecord(kept) ? kept : {}, lost: distinct(lost.map(secretWord)) }
}

/** The change that restores a version and keeps existing secrets. */
export function restorePlan(version: ToolState, present: Present): WayBack {
  const back: WayBack = { change: {}, words: [], lost: [], obstacle: null }
  const fields = versionFields.filter((field) => valueDiff(field, present[field], version[field], 1).length > 0)
  for (const field of fields) Object.assign(back.change, { [field]: version[field] })
  back.words = fields.map(fieldWord)
  const [was, is] = [withPlainMarks(version.config), withPlainMarks(present.config)]
  const inConfig = [...new Set(valueDiff('', is, was, Infinity).map(({ path }) => path.split('.', 1)[0] ?? ''))]
  if (inConfig.length === 0) return back
  const { config, lost } = configBack(version.config, present)
  back.change.config = config
  back.words.push(...inConfig.map(configWord))
  back.lost = lost
  if (present.category === 'global' && config['value'] === undefined)
    back.obstacle = 'The value was a secret, and versions do not contain secrets. Edit the tool to set it.'
  return back
}
