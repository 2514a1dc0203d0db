/** Example request of an operation as a curl command, with placeholders such as `$KEY` and `$ID`. Pure. */
import { textOf } from '#lib/json/json.ts'
import { exampleOf } from './example.ts'
import type { ApiDocument, Operation } from './document.ts'

/** Quotes a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Escapes text within double quotes, so that the shell expands only the placeholders. */
const inDoubleQuotes = (text: string): string => text.replaceAll(/["$`\\]/g, String.raw`\$&`)

const variableOf = (name: string): string => `$${name.toUpperCase().replaceAll(/\W+/g, '_')}`

/** Credentials of the request: an API key if accepted, else another bearer token or a cookie. */
function signInOf({ schemes }: Operation, document: ApiDocument, origin: string): string[] {
  if (schemes.includes('key')) return ['-H "Authorization: Token $KEY"']
  const name = schemes[0]
  if (name === undefined) return []
  const scheme = document.schemes.get(name) ?? {}
  if (scheme['type'] !== 'apiKey') return ['-H "Authorization: Bearer $TOKEN"']
  // Writes with a cookie need the Origin of the service (CSRF protection).
  return [`-b "${inDoubleQuotes(textOf(scheme['name']))}=$SESSION"`, `-H ${quoted(`Origin: ${origin}`)}`]
}

/** One option per line; each line but the last ends with "\". */
export function curlOf(operation: Operation, document: ApiDocument, origin: string): string {
  const { method, path, body } = operation
  const address = path
    .split(/\{([^{}]*)\}/)
    .map((part, index) => (index % 2 === 0 ? inDoubleQuotes(part) : variableOf(part)))
    .join('')
  const json = body.find(({ type }) => type === 'application/json')
  const example = json && exampleOf(json.schema, { schemas: document.schemas, shortest: true })
  const options = [
    ...(method === 'GET' ? [] : [`-X ${quoted(method).replaceAll("'", '')}`]),
    ...signInOf(operation, document, origin),
    ...(json ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`] : []),
  ]
  return ['curl', ...options, `"${inDoubleQuotes(origin + document.base)}${address}"`]
    .join(' \\\n  ')
    .replace('curl \\\n  ', 'curl ')
}
