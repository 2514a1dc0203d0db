/** Rejects tokens in names, descriptions and tags, which go into lists, files and logs. */
import { holdsToken } from '#flow/secrets/token-shapes.ts'
import { invalid } from './fault.ts'

/** 400 if a text contains a secret that is recognisable by its shape. */
export function refuseToken(field: string, text: string | undefined): void {
  if (text !== undefined && holdsToken(text))
    throw invalid(field, 'This looks like a secret. Store it in a global tool with "secret" and use {{ secrets.key }}.')
}
