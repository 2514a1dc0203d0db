/** Converts an operation of an OpenAPI document to the request that creates its tool. Pure. */
import { maxName } from '#contract/kernel/limits.ts'
import { count } from '#lib/count.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { schemaProblems } from '#lib/json/schema-check.ts'
import { truncateText } from './operations.ts'
import type { OpenApiDocument } from './read-document.ts'
import { needsHost, type Operation, type Parameter } from './read-operation.ts'
import { signInConfig } from './sign-in-scheme.ts'
import { SchemaConverter, SchemaTooLargeError } from './to-schema.ts'

export interface OperationChoices {
  key: string
  /** URL for operations whose document names no host: "https://api.example.com". */
  host: string
  /** Keys of the secrets, by the name of the scheme. */
  secretKeys: Readonly<Record<string, string>>
}

export type ToolConversion =
  /** `notes`: how the tool deviates from the document. */
  { ok: true; body: JsonRecord; notes: string[] } | { ok: false; reason: string }

/** Maximum number of characters of a description. */
const maxDescriptionLength = 4_000
/** Maximum number of characters of a displayed reference. */
const maxReferenceLength = 80

/** An unused input name that is valid in expressions: `input.order_id`. */
function inputName(name: string, taken: Set<string>): string {
  const stem = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_') || 'value'
  let own = stem
  for (let number = 2; taken.has(own); number += 1) own = `${stem}_${number}`
  taken.add(own)
  return own
}

interface Inputs {
  properties: [name: string, schema: Json, description: string][]
  required: string[]
}

interface Request {
  url: string
  headers: Record<string, string>
  /** Undefined = the service sends all inputs that no template uses as the query. */
  query: Record<string, string> | undefined
  body: Json | undefined
  inputs: Inputs
  notes: string[]
}

const inputText = (name: string): string => `{{ input.${name} }}`

/** The URL of the service, without a trailing slash. */
function baseOf({ server }: Operation, host: string): string {
  if (!needsHost(server)) return server
  const isRelative = server !== '' && !server.startsWith('/')
  return `${host.replace(/\/+$/, '')}${isRelative ? '/' : ''}${server}`
}

/** Fields of the input, with unique names. */
class InputFields implements Inputs {
  readonly properties: Inputs['properties'] = []
  readonly required: string[] = []
  readonly #taken: Set<string>

  constructor(taken: readonly string[]) {
    this.#taken = new Set(['body', ...taken])
  }

  add({ schema, description, required }: Pick<Parameter, 'schema' | 'description' | 'required'>, name: string): void {
    this.properties.push([name, schema ?? {}, description])
    if (required) this.required.push(name)
  }

  /** Adds a parameter under a name that is valid in expressions; returns its reference. */
  addNamed(parameter: Parameter): string {
    const name = inputName(parameter.name, this.#taken)
    this.add(parameter, name)
    return inputText(name)
  }
}

const bodylessMethods: ReadonlySet<string> = new Set(['get', 'head', 'delete'])

const omittedNote = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`Optional parameters not sent: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}.`]

/**
 * Header with all cookies: those of the input, then those of the sign-in, which have precedence over a parameter of
 * the same name.
 */
function cookieHeader(cookies: readonly string[], ofSignIn: string | undefined): Record<string, string> {
  const all = [...cookies, ...(ofSignIn === undefined ? [] : [ofSignIn])]
  return all.length === 0 ? {} : { Cookie: all.join('; ') }
}

/**
 * The request and its input. If there is no body, only path and query come from the input, and the sign-in adds no
 * query parameter, the service sends the remaining inputs as the query and omits absent ones. Otherwise each required
 * parameter gets a template, and optional ones are omitted, since they would be sent as empty texts.
 */
function requestOf(operation: Operation, host: string, ofSignIn: ReturnType<typeof signInConfig>): Request {
  const { method, path, parameters, body } = operation
  const at = (place: Parameter['place']) => parameters.filter((one) => one.place === place)
  const [ofPath, ofQuery, ofHeaders] = [at('path'), at('query'), at('header')]
  const signInCookies = new Set(operation.schemes.filter(({ kind }) => kind === 'cookie').map(({ field }) => field))
  const ofCookies = at('cookie').filter(({ name }) => !signInCookies.has(name))
  const isReading = bodylessMethods.has(method)
  const hasRequiredHeaders = [...ofHeaders, ...ofCookies].some(({ required }) => required)
  const sendsInputsAsQuery =
    isReading && body === null && !hasRequiredHeaders && Object.keys(ofSignIn.query).length === 0
  const inputs = new InputFields(sendsInputsAsQuery ? ofQuery.map(({ name }) => name) : [])
  const inPath = new Map(ofPath.map((one) => [one.name, inputs.addNamed(one)]))
  const requiredValues = (some: readonly Parameter[]) =>
    Object.fromEntries(some.filter(({ required }) => required).map((one) => [one.name, inputs.addNamed(one)]))
  if (sendsInputsAsQuery) for (const one of ofQuery) inputs.add(one, one.name)
  const query = sendsInputsAsQuery ? undefined : { ...requiredValues(ofQuery), ...ofSignIn.query }
  const ofInput = requiredValues(ofHeaders)
  const cookies = ofCookies.filter(({ required }) => required).map((one) => `${one.name}=${inputs.addNamed(one)}`)
  const headers = { ...ofInput, ...ofSignIn.headers, ...cookieHeader(cookies, ofSignIn.headers['Cookie']) }
  const omitted = [...(sendsInputsAsQuery ? [] : ofQuery), ...ofHeaders, ...ofCookies].filter(
    ({ required }) => !required,
  )
  if (body !== null) {
    inputs.add(body, 'body')
    if (body.type !== 'application/json') headers['Content-Type'] = body.type
  }
  return {
    url: `${baseOf(operation, host)}${path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => inPath.get(name) ?? '')}`,
    headers,
    query,
    // Null, so that the service does not send the remaining inputs as the body.
    body: body !== null ? inputText('body') : isReading ? undefined : null,
    inputs,
    notes: omittedNote(omitted.map(({ name }) => name)),
  }
}

/** Maximum number of references listed. */
const maxListedReferences = 3

/** Notes about unresolved references of a schema. */
function missingNotes(missing: ReadonlyMap<string, string>): string[] {
  const named = [...missing]
    .slice(0, maxListedReferences)
    .map(
      ([reference, why]) => `Any value is accepted for “${truncateText(reference, maxReferenceLength)}”, which ${why}.`,
    )
  const more = missing.size - named.length
  return more > 0 ? [...named, `The same applies to ${count(more, 'more reference')}.`] : named
}

/**
 * Input and output schema of a tool. If a schema exceeds the service's limit or is invalid, an input is reduced to the
 * field names, and an output is omitted.
 */
function schemasOf(document: OpenApiDocument, inputs: Inputs, answer: Json | undefined, notes: string[]) {
  const described = (schema: Json, description: string): Json =>
    description === '' ||
    typeof schema !== 'object' ||
    schema === null ||
    Array.isArray(schema) ||
    schema['description'] !== undefined
      ? schema
      : { ...schema, description: truncateText(description, maxDescriptionLength) }
  const objectOf = (
    properties: readonly [string, Json][],
    required: readonly string[],
    defs: JsonRecord,
  ): JsonRecord => ({
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required: [...required] } : {}),
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  })
  const convertProperties = (
    properties: readonly [string, Json | undefined, string][],
    required: readonly string[],
  ): JsonRecord | null => {
    const maker = new SchemaConverter(document)
    try {
      const own = properties.map(([name, schema, words]): [string, Json] => [
        name,
        described(maker.convert(schema), words),
      ])
      const schema = objectOf(own, required, maker.defs())
      notes.push(...missingNotes(maker.unresolved))
      return schemaProblems(schema).length === 0 ? schema : null
    } catch (problem) {
      if (problem instanceof SchemaTooLargeError) return null
      throw problem
    }
  }
  const { properties, required } = inputs
  const input = convertProperties(properties, required)
  if (input === null) notes.push('The input schema is too large or invalid, so only the field names were kept.')
  const plain = properties.map(([name, , words]): [string, Json] => [name, described({}, words)])
  const output =
    answer === undefined
      ? null
      : convertProperties(
          [
            ['status', { type: 'integer' }, ''],
            ['body', answer, ''],
          ],
          [],
        )
  return { input: input ?? objectOf(plain, required, {}), output }
}

/** Request body that creates the tool, or why it cannot be created. */
export function toolOf(
  document: OpenApiDocument,
  operation: Operation,
  { key, host, secretKeys }: OperationChoices,
): ToolConversion {
  if (needsHost(operation.server) && host === '') return { ok: false, reason: 'Enter the address of the service.' }
  const signIn = signInConfig(operation.schemes, (name) => secretKeys[name] ?? '')
  const { url, headers, query, body: requestBody, inputs, notes } = requestOf(operation, host, signIn)
  notes.push(...operation.notes)
  const { input, output } = schemasOf(document, inputs, operation.answer, notes)
  const body: JsonRecord = {
    category: 'api',
    name: truncateText(operation.name, maxName),
    key,
    description: truncateText(operation.description, maxDescriptionLength),
    input_schema: input,
    output_schema: output,
    config: {
      method: operation.method.toUpperCase(),
      url,
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(query === undefined ? {} : { query }),
      ...(requestBody === undefined ? {} : { body: requestBody }),
      auth: signIn.auth,
    },
  }
  return { ok: true, body, notes: [...new Set(notes)] }
}
