/** What people write to be read by others – names, descriptions, tags – goes into lists, files and logs: a secret has no place in it. */
import { holdsToken } from '#flow/secrets/token-shapes.ts'
import { invalid } from './fault.ts'

/** 400 where a text holds something that is known to be a secret by its shape. */
export function refuseToken(field: string, text: string | undefined): void {
  if (text !== undefined && holdsToken(text))
    throw invalid(field, 'This looks like a secret. Store it in a global tool with "secret" and use {{ secrets.key }}.')
}
