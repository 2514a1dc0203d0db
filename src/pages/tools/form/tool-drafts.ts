/** Drafts of tools, stored in this browser until they are saved or discarded, without recognized secrets. */
import { looksRandom } from '#flow/secrets/random-text.ts'
import { isSecretName, mayNameSecret } from '#flow/secrets/secret-shapes.ts'
import { containsToken } from '#flow/secrets/token-shapes.ts'
import { draftStorage } from '#parts/storage/draft-storage.ts'
import type { SecretText } from '#parts/forms/secret-mark.ts'
import { ToolDraft, type NameValuePair } from './tool-draft.ts'

const onlyReferences = (text: string): boolean => text.replaceAll(/\{\{[^{}]*\}\}/g, '').trim() === ''

/** Removes the whole text if it contains a token, since a partial text would be misleading. */
const cleanText = (text: string): string => (containsToken(text) ? '' : text)

const cleanPair = (pair: NameValuePair): NameValuePair => {
  const { name, value } = pair
  if (typeof value !== 'string' || onlyReferences(value)) return pair
  const isSecret = isSecretName(name) || containsToken(value) || (mayNameSecret(name) && looksRandom(value))
  return isSecret ? { ...pair, value: '' } : pair
}

const cleanSecret = (value: SecretText): SecretText =>
  typeof value === 'string' && !onlyReferences(value) ? '' : value

/** The draft for storage: without values of secret fields, and without texts that contain a token. */
export function withoutToolSecrets(draft: ToolDraft): ToolDraft {
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

export const toolDrafts = draftStorage('tool', ToolDraft, withoutToolSecrets)
