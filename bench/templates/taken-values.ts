/**
 * Values that a reader removes from flow files as secrets: each with its place and surroundings, and whether it can be
 * a secret.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { RawFlow } from '#flow/draft.ts'
import { flowFormats } from '#flow/formats/formats.ts'
import { eachLeaf, type Leaf, pathOf } from '#flow/leaves.ts'
import { fileDepth } from '#flow/file/read.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseYaml } from '#lib/json/safe-yaml.ts'
import { decodeText } from '#lib/text/text.ts'

export interface RemovedValue {
  path: string
  /** The value, with all but its first characters left out. */
  excerpt: string
  before: string
  after: string
  reference: string
  /** Why it cannot be a secret; null if it can. */
  falsePositiveReason: string | null
}

export interface RemovedValues {
  values: RemovedValue[]
  /** Places with a random text near a word about secrets that were not removed, for manual review. */
  left: string[]
}

const limits = { depth: fileDepth }

/** The flows of a file before secrets are removed; none if it is unreadable. */
function flowsOf(folder: string, file: string): RawFlow[] {
  const decoded = decodeText(readFileSync(join(folder, file)))
  if (!decoded.ok) return []
  const json = parseJson(decoded.text, limits)
  const parsed = json.ok ? json : parseYaml(decoded.text, limits)
  if (!parsed.ok) return []
  const read = flowFormats.find((format) => format.matches(parsed.value))?.read(parsed.value, file)
  return read?.ok ? read.flows : []
}

const excerptOf = (value: string): string => `${value.slice(0, 4)}… (${value.length})`
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

const parses: Readonly<Record<string, (text: string) => unknown>> = {
  JSON: (text) => JSON.parse(text),
  JavaScript: (text) => new Script(`(async function () {\n${text}\n})`),
}

function parsesAs(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/** Signs of code, URLs and sentences, which secrets do not contain. */
const ofCode = /[()]|[;,]\s|=>|^[A-Za-z_]+\.[A-Za-z_]+$|^[A-Za-z]+\/[a-z.+-]+$|^(?:[A-Z][a-z]+-)+[A-Z][a-z]+$/
const ofSentence = /^[A-Za-z'’]+(?: [A-Za-z'’]+){2,}$/

function falsePositiveReasonOf(
  value: string,
  [before, after]: [string, string],
  [original, redactedValue]: [string, string],
): string | null {
  const isWholeValue = before === '' && after === ''
  for (const [language, parse] of Object.entries(parses))
    if (!isWholeValue && parsesAs(parse, original) && !parsesAs(parse, redactedValue)) return `no longer ${language}`
  const isQuoted = /["'`]$/.test(before) && /^\\*["'`]/.test(after)
  if (!isWholeValue && (ofCode.test(value) || ofSentence.test(value))) return 'code or a sentence'
  const isOfAddress = /:\/\/[^\s/]{0,100}:$/.test(before)
  if (!isWholeValue && !isQuoted && !isOfAddress && /^[A-Za-z_$][A-Za-z_$]*$/.test(value)) return 'a name'
  // A secret occurs once, or again under its name; a name occurs throughout a text.
  if (/^[A-Za-z_-]+$/.test(value) && original.split(value).length > 4) return 'a name'
  return null
}

const reference = /(\{\{ secrets\.\w+ \}\})/

/** The values that were removed from one text. */
function valuesIn(path: string, original: string, redactedValue: string): RemovedValue[] {
  const values: RemovedValue[] = []
  let at = 0
  const parts = redactedValue.split(reference)
  for (const [index, part] of parts.entries()) {
    if (!reference.test(part) || original.startsWith(part, at)) {
      at += part.length
      continue
    }
    const next = parts[index + 1] ?? ''
    const found = next === '' ? original.length : original.indexOf(next, at)
    const end = found === -1 ? original.length : found
    const value = original.slice(at, end)
    const around: [string, string] = [original.slice(0, at), original.slice(end)]
    values.push({
      path,
      excerpt: excerptOf(value),
      before: oneLine(around[0].slice(-40)),
      after: oneLine(around[1].slice(0, 20)),
      reference: part,
      falsePositiveReason: falsePositiveReasonOf(value, around, [original, redactedValue]),
    })
    at = end
  }
  return values
}

const suspicious =
  /(?:pass|pwd|secret|token|key|auth|cred|cookie|bearer)[^\n]{0,30}?[\s"'`=:]([\w+/=~-]{16,200})(?![\w.(-])/gi
const isRandom = (word: string): boolean =>
  (word.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0) >= 3 && !/[\da-f]{8}-[\da-f]{4}-/i.test(word)

const remainingIn = (leaf: Leaf): string[] =>
  [...`${leaf.key}: ${leaf.value}`.matchAll(suspicious)]
    .filter(([, word = '']) => isRandom(word))
    .map(([, word = '']) => `${pathOf(leaf)}: ${excerptOf(word)}`)

const leavesOf = (flow: RawFlow): Leaf[] => {
  const leaves: Leaf[] = []
  eachLeaf(flow, (leaf) => leaves.push(leaf))
  return leaves
}

/** The values that the readers remove from a file of a corpus. */
export function removedValues(folder: string, file: string): RemovedValues {
  const all: RemovedValues = { values: [], left: [] }
  for (const raw of flowsOf(folder, file)) {
    const before = leavesOf(raw)
    // Both have the same leaves in the same order: only texts are replaced.
    for (const [index, leaf] of leavesOf(redactFlow(raw).flow).entries()) {
      const original = String(before[index]?.value ?? '')
      const redactedValue = String(leaf.value)
      if (original !== redactedValue) all.values.push(...valuesIn(pathOf(leaf), original, redactedValue))
      all.left.push(...remainingIn(leaf))
    }
  }
  return all
}
