/** Drafts of tools, kept in this browser until they are saved or given up. What is secret in them is never kept. */
import { z } from 'zod'
import { isSecretName, looksRandom, mayNameSecret } from '#flow/secret-shapes.ts'
import { holdsToken } from '#flow/token-shapes.ts'
import { ToolDraft, type Pair, type SecretText } from './tool-draft.ts'

const Kept = z.object({ at: z.number(), draft: ToolDraft })
export type KeptDraft = z.infer<typeof Kept>

const onlyReferences = (text: string): boolean => text.replaceAll(/\{\{[^{}]*\}\}/g, '').trim() === ''

/** Text without what looks like a secret: all of it goes, for half a text misleads. */
const cleanText = (text: string): string => (holdsToken(text) ? '' : text)

const cleanPair = (pair: Pair): Pair => {
  const { name, value } = pair
  if (typeof value !== 'string' || onlyReferences(value)) return pair
  const isSecret = isSecretName(name) || holdsToken(value) || (mayNameSecret(name) && looksRandom(value))
  return isSecret ? { ...pair, value: '' } : pair
}

const cleanSecret = (value: SecretText): SecretText =>
  typeof value === 'string' && !onlyReferences(value) ? '' : value

/** The draft as it may lie on a disk. */
export function withoutSecrets(draft: ToolDraft): ToolDraft {
  const { config } = draft
  const { value } = config
  return {
    ...draft,
    description: cleanText(draft.description),
    input: cleanText(draft.input),
    output: cleanText(draft.output),
    asked: Object.fromEntries(
      Object.entries(draft.asked).map(([name, typed]) => [
        name,
        isSecretName(name) || mayNameSecret(name) ? '' : cleanText(typed),
      ]),
    ),
    config: {
      ...config,
      url: cleanText(config.url),
      body: cleanText(config.body),
      expression: cleanText(config.expression),
      instructions: cleanText(config.instructions),
      source: cleanText(config.source),
      headers: config.headers.map(cleanPair),
      query: config.query.map(cleanPair),
      authSecret: cleanSecret(config.authSecret),
      value: config.secret ? cleanSecret(value) : typeof value === 'string' ? cleanText(value) : value,
    },
  }
}

const nameOf = (key: string): string => `tool-draft ${key}`

/** Null where there is none, or one that cannot be read any more. */
export function readKept(key: string): KeptDraft | null {
  try {
    const kept = Kept.safeParse(JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

/** False where the browser keeps nothing. */
export function keepDraft(key: string, draft: ToolDraft): boolean {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify({ at: Date.now(), draft: withoutSecrets(draft) }))
    return true
  } catch {
    return false
  }
}

export function dropKept(key: string): void {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // Storage is refused: there is nothing to remove.
  }
}
