/** The OpenAPI 3.1 document, derived from the endpoints and their zod schemas. */
import { z } from 'zod'
import { Me } from './account.ts'
import { Activity } from './activity.ts'
import { Key } from './key.ts'
import { Person } from './person.ts'
import { allEndpoints } from './api.ts'
import { Balance, Run, RunDetail, RunStep, RunSummary } from './billing.ts'
import { Channel } from './channel.ts'
import { Contact, Conversation, Message } from './conversation.ts'
import { ErrorBody, errorStatus, ProblemBody, type ErrorCode } from './kernel/error.ts'
import type { Catalogue } from './kernel/catalogue.ts'
import { groupLimits } from './filter/filter-group.ts'
import { Edge, Finding, FlowDetail, FlowSummary, Node, Template, ValidationSummary } from './flow.ts'
import { pathNames, type AnyEndpoint } from './kernel/endpoint.ts'
import { JsonObject } from './kernel/page.ts'
import { templateSchemaPath } from './values/template-format.ts'
import { Tool } from './tool.ts'

type Part = Record<string, unknown>

/** Schemas that are components of the document, by name. */
const named = {
  Activity,
  Balance,
  Channel,
  Contact,
  Conversation,
  Edge,
  Error: ErrorBody,
  Finding,
  FlowDetail,
  FlowSummary,
  Key,
  Me,
  Message,
  Node,
  Person,
  Problem: ProblemBody,
  Run,
  RunDetail,
  RunStep,
  RunSummary,
  Template,
  Tool,
  ValidationSummary,
} as const

const registry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rewrites references for OpenAPI; schemas that zod names automatically are "any JSON", the empty schema. */
function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (!isPart(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string') {
    const name = reference.replace(/^#\/\$defs\//, '')
    return name.startsWith('__') || reference === '#' ? {} : { $ref: `#/components/schemas/${name}` }
  }
  const kept = Object.entries(value).filter(([key]) => key !== '$defs' && key !== '$schema' && key !== 'id')
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, key === 'properties' ? propertiesWithRefs(inner) : withComponentRefs(inner)]),
  )
}

/** Property names are arbitrary: a property may be called "id" or "$ref". */
const propertiesWithRefs = (value: unknown): unknown =>
  isPart(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withComponentRefs(inner)]))
    : value

/** Response schema with references to the named schemas. */
function responseSchema(schema: z.ZodType): unknown {
  const name = Object.entries(named).find(([, one]) => one === schema)?.[0]
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return withComponentRefs(z.toJSONSchema(schema, { metadata: registry, unrepresentable: 'any' }))
}

const inputSchema = (schema: z.ZodType): Part => {
  const made = withComponentRefs(
    z.toJSONSchema(schema, { metadata: z.registry(), io: 'input', unrepresentable: 'any' }),
  )
  return isPart(made) ? made : {}
}

/** The named schemas; they refer to each other by name. */
function components(): Part {
  const whole = z.toJSONSchema(z.object(named), { metadata: registry, unrepresentable: 'any' })
  const definitions = Object.entries(whole.$defs ?? {}).filter(([name]) => !name.startsWith('__'))
  return Object.fromEntries(definitions.map(([name, schema]) => [name, withComponentRefs(schema)]))
}

/** Link to the schema of hand-written templates; this document describes exports, which have every field. */
const templateDocs = (server: string): Part => ({
  url: `${server}${templateSchemaPath}`,
  description: 'JSON Schema (2020-12) of a flow template file. Imports are checked against it.',
})

const parameter = (where: string, name: string, schema: unknown, more: Part = {}): Part => ({
  in: where,
  name,
  required: where === 'path',
  schema,
  ...more,
})

function queryParameters(schema: z.ZodType): Part[] {
  const { properties } = inputSchema(schema)
  return isPart(properties) ? Object.entries(properties).map(([name, one]) => parameter('query', name, one)) : []
}

/** A query parameter for each combination of field and operator. */
function filterParameters({ fields, customPrefix }: Catalogue): Part[] {
  const all = fields.flatMap((field) =>
    field.operators.map((operator) => {
      const name = operator === 'exact' ? field.name : `${field.name}__${operator}`
      const several = ['exact', 'not', 'in'].includes(operator) && field.type !== 'search'
      const values = field.values.length === 0 ? '' : ` Values: ${field.values.join(', ')}.`
      const description = `${field.label} (${field.type}), ${operator}.${several ? ' Separate several values with commas (OR).' : ''}${values}`
      return parameter('query', name, { type: 'string' }, { description })
    }),
  )
  all.push(
    parameter(
      'query',
      'filter',
      { type: 'string' },
      {
        description: `Rules with AND and OR as JSON, up to ${groupLimits.depth} levels deep: {"and": [{"field": "status", "values": ["open"]}, {"or": [{"field": "unread", "values": ["true"]}, …]}]}. At most ${groupLimits.rules} rules, ${groupLimits.groups} groups, ${groupLimits.values} values per rule.`,
      },
    ),
  )
  if (customPrefix === null) return all
  const description = `A custom field: ${customPrefix}.<key>=value, with the operators of text fields.`
  return [...all, parameter('query', `${customPrefix}.<key>`, { type: 'string' }, { description })]
}

const headerText = { type: 'string' }

function parametersOf(endpoint: AnyEndpoint): Part[] {
  return [
    ...pathNames(endpoint.path).map((name) => parameter('path', name, { type: 'string' })),
    ...(endpoint.query ? queryParameters(endpoint.query) : []),
    ...(endpoint.filters ? filterParameters(endpoint.filters) : []),
    ...(endpoint.method === 'POST' && endpoint.access !== 'anyone' && endpoint.access !== 'machine'
      ? [
          parameter('header', 'Idempotency-Key', headerText, {
            description: 'A unique key. Repeating the request with this key within 24 hours does not execute it again.',
          }),
        ]
      : []),
    ...(endpoint.hasVersion
      ? [
          parameter('header', 'If-Match', headerText, {
            description:
              'The ETag of the expected version, or several separated by commas; 409 if the version differs. Takes precedence over `version` in the body.',
          }),
        ]
      : []),
  ]
}

/** Error codes that an endpoint may return, including the common ones. */
function codesOf(endpoint: AnyEndpoint): ErrorCode[] {
  const writes = endpoint.method !== 'GET'
  return [
    'invalid',
    ...(endpoint.filters ? (['unknown_filter'] as const) : []),
    ...(writes ? (['malformed_json', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.access === 'anyone' ? [] : (['not_authenticated', 'permission_denied'] as const)),
    ...(endpoint.method === 'POST' ? (['idempotency_conflict', 'in_progress'] as const) : []),
    ...(writes ? (['permission_denied', 'conflict'] as const) : []),
    ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
    ...(endpoint.hasVersion ? (['version_conflict'] as const) : []),
    'method_not_allowed',
    'unknown_host',
    'internal',
    'unavailable',
    ...endpoint.errors,
  ]
}

const notAllowed = errorStatus.method_not_allowed
const allow = { description: 'The methods that this path supports.', required: true, schema: { type: 'string' } }

function errorResponses(endpoint: AnyEndpoint): Part {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codesOf(endpoint))) {
    const status = errorStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), ...(status === notAllowed ? { headers: { Allow: allow } } : {}), content },
    ]),
  )
}

/** Content types of responses that are not JSON. */
const textTypes: Partial<Record<AnyEndpoint['media'], string>> = {
  stream: 'text/event-stream',
  text: 'text/plain',
  page: 'text/html',
}

function successResponse(endpoint: AnyEndpoint): Part {
  const textType = textTypes[endpoint.media]
  if (textType !== undefined)
    return { description: endpoint.summary, content: { [textType]: { schema: { type: 'string' } } } }
  if (!endpoint.returns) return { description: endpoint.summary }
  const table = endpoint.hasCsv ? { 'text/csv': { schema: { type: 'string' } } } : {}
  const json = { 'application/json': { schema: responseSchema(endpoint.returns) } }
  return { description: endpoint.summary, content: { ...json, ...table } }
}

const security = {
  anyone: [],
  machine: [{ machine: [] }],
  owner: [{ session: [] }],
  read: [{ session: [] }, { key: [] }],
  write: [{ session: [] }, { key: [] }],
} as const

/** Content types of raw bodies. */
const rawTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain']

function operation(endpoint: AnyEndpoint): Part {
  const body =
    endpoint.isRaw && endpoint.method !== 'GET'
      ? { required: false, content: Object.fromEntries(rawTypes.map((type) => [type, {}])) }
      : endpoint.body && {
          required: true,
          content: { 'application/json': { schema: inputSchema(endpoint.body) } },
        }
  return {
    operationId: endpoint.id,
    tags: [endpoint.noun],
    summary: endpoint.summary,
    ...(endpoint.extension === null ? {} : { 'x-extension': endpoint.extension }),
    security: security[endpoint.access],
    parameters: parametersOf(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: { [endpoint.success]: successResponse(endpoint), ...errorResponses(endpoint) },
  }
}

function paths(): Part {
  const all: Record<string, Part> = {}
  for (const endpoint of allEndpoints)
    all[endpoint.path] = { ...all[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  return all
}

/** The document of this version of the service; `server` is its base URL. */
export function openApi({ version }: { version: string }, server: string): z.infer<typeof JsonObject> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Flow Console', version },
    servers: [{ url: server }],
    externalDocs: templateDocs(server),
    paths: paths(),
    components: {
      schemas: components(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'flow.session_token' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key. "Token <key>" is also accepted.' },
        machine: { type: 'http', scheme: 'bearer', description: 'The token from the lock file in the data folder.' },
      },
    },
  }
  return JsonObject.parse(JSON.parse(JSON.stringify(document)))
}
