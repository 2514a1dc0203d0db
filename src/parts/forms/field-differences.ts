/** Differences between two versions of an object with a config, field by field, as text. Pure. */
import { isRecord, type Json } from '#lib/json/json.ts'
import { secretMarkWords, readSecretMark } from './secret-mark.ts'

export interface FieldDifference {
  label: string
  mine: string
  theirs: string
}

/** A value as text; JSON has sorted keys, so that equal values have equal texts. */
function comparableText(value: Json | undefined): string {
  const mark = readSecretMark(value)
  if (mark !== null) return `Secret, ${secretMarkWords(mark)}`
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(
    value,
    (_, each: Json) =>
      isRecord(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
    1,
  )
}

type Version = Readonly<Record<string, Json | undefined>>

/**
 * @param labels labels of the fields outside the config
 * @param hide fields of the config whose typed text is secret and not shown ("auth", "value")
 */
export function fieldDifferences(
  labels: readonly (readonly [field: string, label: string])[],
  mine: Version,
  theirs: Version,
  hide: readonly string[],
): FieldDifference[] {
  const config = (version: Version) => (isRecord(version['config']) ? version['config'] : {})
  const [own, other] = [config(mine), config(theirs)]
  const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])]
  const hidden = (key: string, text: string) => (hide.includes(key) ? 'Changed (hidden)' : text)
  const all: FieldDifference[] = [
    ...labels.map(([field, label]) => ({
      label,
      mine: comparableText(mine[field]),
      theirs: comparableText(theirs[field]),
    })),
    ...keys.map((key) => ({ label: key, mine: comparableText(own[key]), theirs: comparableText(other[key]), key })),
  ].map(({ label, ...texts }) => ({ label, ...texts }))
  return all
    .filter((one) => one.mine !== one.theirs)
    .map(({ label, mine: text, theirs: others }) => ({ label, mine: hidden(label, text), theirs: others }))
}
