/** Reads one operation of an OpenAPI document: the parts that a tool needs, or why it cannot be a tool. Pure. */
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { OpenApiDocument } from './read-document.ts'
import { resolveReference } from './resolve-reference.ts'
import { signInOf, type Scheme } from './sign-in-scheme.ts'

/** Maximum number of parameters of one operation. */
const maxParameters = 200

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head'])

export interface Parameter {
  name: string
  place: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  description: string
  schema: Json | undefined
}

export interface Body {
  type: string
  required: boolean
  description: string
  schema: Json | undefined
}

/** The parts of an operation that a tool needs. */
export interface Operation {
  method: string
  path: string
  name: string
  description: string
  parameters: readonly Parameter[]
  body: Body | null
  /** JSON schema of the first 2xx response; undefined if there is none. */
  answer: Json | undefined
  /** Deviations from the document, in sentences. */
  notes: readonly string[]
  schemes: readonly Scheme[]
  /** Server URL as in the document, with variables filled in; '' = none. */
  server: string
}

type OperationResult = { ok: true; operation: Operation } | { ok: false; reason: string }

/** Whether the service would treat a text as a template. A document must not refer to secrets by templates. */
const containsTemplate = (text: string): boolean => text.includes('{{') || text.includes('}}') || text.includes('{%')

/** Headers that are not parameters, since the operation or the sign-in implies them. */
const impliedHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])
/** Whether a name is valid for a header or a cookie, which have the same character set. */
const isHeaderName = (name: string): boolean => /^[\w!#$&'*+.^|~-]{1,200}$/.test(name)

const places = new Set<string>(['path', 'query', 'header', 'cookie'] satisfies Parameter['place'][])
const isPlace = (text: string): text is Parameter['place'] => places.has(text)

function parameterOf(root: JsonRecord, given: Json): { parameter: Parameter | null; reason: string | null } {
  const read = resolveReference(root, given)
  if (!read.ok) return { parameter: null, reason: `A parameter ${read.reason}.` }
  const { value } = read
  const name = textOf(value['name'])
  const place = textOf(value['in'])
  const required = place === 'path' || value['required'] === true
  const none = { parameter: null, reason: null }
  if (name === '' || !isPlace(place)) return none
  if (place === 'header' && impliedHeaders.has(name.toLowerCase())) return none
  if ((place === 'header' || place === 'cookie') && !isHeaderName(name))
    return required ? { parameter: null, reason: `“${name.slice(0, 80)}” is not a valid ${place} name.` } : none
  if (containsTemplate(name)) return { parameter: null, reason: 'A parameter name contains {{ }}.' }
  const [content] = Object.values(recordOf(value['content']))
  const schema = value['schema'] ?? recordOf(content)['schema']
  return { parameter: { name, place, required, description: textOf(value['description']), schema }, reason: null }
}

/** Parameters of path item and operation; the latter have precedence. Undeclared names in the path are strings. */
function parametersOf(root: JsonRecord, path: string, lists: readonly (Json | undefined)[]): Parameter[] | string {
  const parametersByKey = new Map<string, Parameter>()
  const given = lists.flatMap((list) => listOf(list))
  if (given.length > maxParameters) return `It has ${given.length} parameters; the maximum is ${maxParameters}.`
  for (const each of given) {
    const { parameter, reason } = parameterOf(root, each)
    if (reason !== null) return reason
    if (parameter !== null) parametersByKey.set(`${parameter.place} ${parameter.name}`, parameter)
  }
  const inPath = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
  for (const name of inPath)
    if (!parametersByKey.has(`path ${name}`))
      parametersByKey.set(`path ${name}`, {
        name,
        place: 'path',
        required: true,
        description: '',
        schema: { type: 'string' },
      })
  return [...parametersByKey.values()].filter(({ place, name }) => place !== 'path' || inPath.has(name))
}

/** Preference of a content type; 0 is best, -1 = not supported. */
function contentTypeRank(type: string): number {
  const plain = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (plain === 'application/json') return 0
  if (plain.endsWith('+json') || plain === 'application/*' || plain === '*/*') return 1
  if (plain === 'application/x-www-form-urlencoded') return 2
  return plain.startsWith('text/') ? 3 : -1
}

function bodyOf(root: JsonRecord, given: Json | undefined): Body | null | string {
  if (given === undefined) return null
  const read = resolveReference(root, given)
  if (!read.ok) return `The request body ${read.reason}.`
  const content = Object.entries(recordOf(read.value['content']))
  if (content.length === 0) return null
  const [best] = content
    .filter(([type]) => contentTypeRank(type) >= 0)
    .toSorted(([a], [b]) => contentTypeRank(a) - contentTypeRank(b))
  if (best === undefined)
    return `It sends ${content[0]?.[0].slice(0, 80)}; tools send JSON, application/x-www-form-urlencoded or text.`
  const [type, media] = best
  const isAny = type.includes('*')
  return {
    type: isAny ? 'application/json' : type,
    required: read.value['required'] === true,
    description: textOf(read.value['description']),
    schema: recordOf(media)['schema'],
  }
}

/** The JSON schema of the first 2xx response; a note if its reference cannot be resolved. */
function answerOf(root: JsonRecord, responses: Json | undefined): Pick<Operation, 'answer' | 'notes'> {
  const good = Object.entries(recordOf(responses)).find(([status]) => status.startsWith('2'))
  if (good === undefined) return { answer: undefined, notes: [] }
  const read = resolveReference(root, good[1])
  if (!read.ok) return { answer: undefined, notes: [`The response ${read.reason}: its schema was skipped.`] }
  const json = Object.entries(recordOf(read.value['content'])).find(
    ([type]) => contentTypeRank(type) >= 0 && contentTypeRank(type) < 2,
  )
  return { answer: json && recordOf(json[1])['schema'], notes: [] }
}

/** The URL of the first server, with the default values of its variables. */
function serverOf(servers: Json | undefined): string {
  const first = listOf(servers).find(isRecord)
  if (first === undefined) return ''
  const variables = recordOf(first['variables'])
  const filled = textOf(first['url']).replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? recordOf(variables[name])['default'] : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
  const address = filled.trim().replace(/\/+$/, '')
  return address.startsWith('//') ? `https:${address}` : address
}

/** Why a server URL cannot be used; null if it can, or if the user must enter the URL. */
function serverReason(server: string): string | null {
  if (/[{}]/.test(server)) return 'The server URL contains a variable without a default value.'
  if (!/^[a-z][a-z\d+.-]*:/i.test(server)) return null
  if (!/^https?:\/\//i.test(server))
    return `The server URL must start with https:// or http:// (${server.slice(0, 80)}).`
  if (!URL.canParse(server)) return `The server URL is invalid (${server.slice(0, 80)}).`
  const { username, password, search, hash } = new URL(server)
  if (username !== '' || password !== '') return 'The server URL contains a user name or password.'
  return search === '' && hash === '' ? null : 'The server URL contains a query or a fragment.'
}

/**
 * Why a path cannot be used; null if it can. `{id}` is a parameter; the service would treat any other braces as a
 * template.
 */
function pathReason(path: string): string | null {
  if (!path.startsWith('/')) return 'The path does not start with “/”.'
  return containsTemplate(path) || /[{}]/.test(path.replaceAll(/\{[^{}]+\}/g, ''))
    ? 'The path contains { } that are not parameters.'
    : null
}

/** Whether a server URL has no host, such as "/v1" or an empty URL. */
export const needsHost = (server: string): boolean => !/^https?:\/\//i.test(server)

/** Summary or id of an operation; '' = none. */
export const operationSummary = (operation: JsonRecord): string =>
  textOf(operation['summary']).trim() || textOf(operation['operationId']).trim()

/** Reads one operation. */
export function readOperation(
  document: OpenApiDocument,
  schemes: ReadonlyMap<string, Scheme>,
  [path, method]: readonly [string, string],
): OperationResult {
  const { root } = document
  const refuse = (reason: string): OperationResult => ({ ok: false, reason })
  const item = resolveReference(root, recordOf(root['paths'])[path])
  if (!item.ok) return refuse(`The path ${item.reason}.`)
  const operation = resolveReference(root, item.value[method])
  if (!operation.ok) return refuse(`The operation ${operation.reason}.`)
  if (!methods.has(method)) return refuse(`Tools do not support ${method.toUpperCase()}.`)
  const { value } = operation
  const server = serverOf(value['servers'] ?? item.value['servers'] ?? root['servers'])
  const problem = pathReason(path) ?? serverReason(server)
  if (problem !== null) return refuse(problem)
  const parameters = parametersOf(root, path, [item.value['parameters'], value['parameters']])
  if (typeof parameters === 'string') return refuse(parameters)
  const body = method === 'get' || method === 'head' ? null : bodyOf(root, value['requestBody'])
  if (typeof body === 'string') return refuse(body)
  const signIn = signInOf(value['security'] ?? root['security'], schemes)
  if (!signIn.ok) return refuse(signIn.reason)
  const name = operationSummary(value)
  return {
    ok: true,
    operation: {
      method,
      path,
      name: name === '' ? `${method.toUpperCase()} ${path}` : name,
      description: textOf(value['description']).trim(),
      parameters,
      body,
      ...answerOf(root, value['responses']),
      schemes: signIn.schemes,
      server,
    },
  }
}
