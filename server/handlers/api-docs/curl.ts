/** An operation as a curl command: `$KEY`, `$ID` and the like are for the reader to fill in. Pure. */
import { textOf } from '#lib/json/json.ts'
import { exampleOf } from './example.ts'
import type { ApiDocument, Operation } from './document.ts'

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The inside of a word in double quotes, in which only our own variables are replaced. */
const inDoubleQuotes = (text: string): string => text.replaceAll(/["$`\\]/g, String.raw`\$&`)

const variableOf = (name: string): string => `$${name.toUpperCase().replaceAll(/\W+/g, '_')}`

/** What signs the request in: the first of a key, another bearer token, a cookie. */
function signInOf({ schemes }: Operation, document: ApiDocument, origin: string): string[] {
  if (schemes.includes('key')) return ['-H "Authorization: Token $KEY"']
  const name = schemes[0]
  if (name === undefined) return []
  const scheme = document.schemes.get(name) ?? {}
  if (scheme['type'] !== 'apiKey') return ['-H "Authorization: Bearer $TOKEN"']
  // A write with a cookie has to come from a page of the service.
  return [`-b "${inDoubleQuotes(textOf(scheme['name']))}=$SESSION"`, `-H ${quoted(`Origin: ${origin}`)}`]
}

/** One line of an option each, ended by "\". */
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
