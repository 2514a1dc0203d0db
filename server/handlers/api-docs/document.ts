/** Reads the parts of an OpenAPI document that its page shows. Missing or malformed parts are left out. Pure. */
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'

export interface Parameter {
  name: string
  place: string
  isRequired: boolean
  description: string
  schema: Json
}

/** A media type of a body or response, with its schema. */
export interface Content {
  type: string
  schema: Json
}

export interface DocumentedAnswer {
  status: string
  description: string
  headers: readonly string[]
  content: readonly Content[]
}

export interface Operation {
  id: string
  /** In upper case. */
  method: string
  path: string
  tag: string
  summary: string
  description: string
  extension: string
  /** Names of alternative security schemes; empty = public. */
  schemes: readonly string[]
  parameters: readonly Parameter[]
  body: readonly Content[]
  answers: readonly DocumentedAnswer[]
}

export interface ApiDocument {
  title: string
  version: string
  /** Base path of the API: "/api". */
  base: string
  operations: readonly Operation[]
  schemas: ReadonlyMap<string, Json>
  /** Security schemes by name. */
  schemes: ReadonlyMap<string, JsonRecord>
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'])
const noTag = 'other'

const contentOf = (value: Json | undefined): Content[] =>
  Object.entries(recordOf(value)).map(([type, content]) => ({ type, schema: recordOf(content)['schema'] ?? {} }))

function parameterOf(value: Json): Parameter[] {
  if (!isRecord(value)) return []
  return [
    {
      name: textOf(value['name']),
      place: textOf(value['in']),
      isRequired: value['required'] === true,
      description: textOf(value['description']),
      schema: value['schema'] ?? {},
    },
  ]
}

const answerOf = ([status, value]: [string, Json]): DocumentedAnswer => {
  const answer = recordOf(value)
  return {
    status,
    description: textOf(answer['description']),
    headers: Object.keys(recordOf(answer['headers'])),
    content: contentOf(answer['content']),
  }
}

function operationOf(path: string, method: string, value: JsonRecord): Operation {
  return {
    id: textOf(value['operationId']) || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: textOf(listOf(value['tags'])[0]) || noTag,
    summary: textOf(value['summary']),
    description: textOf(value['description']),
    extension: textOf(value['x-extension']),
    schemes: listOf(value['security']).flatMap((each) => Object.keys(recordOf(each))),
    parameters: listOf(value['parameters']).flatMap(parameterOf),
    body: contentOf(recordOf(value['requestBody'])['content']),
    answers: Object.entries(recordOf(value['responses'])).map(answerOf),
  }
}

export function readDocument(document: JsonRecord): ApiDocument {
  const info = recordOf(document['info'])
  const components = recordOf(document['components'])
  const operations = Object.entries(recordOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(recordOf(item)).flatMap(([method, value]) =>
      methods.has(method) && isRecord(value) ? [operationOf(path, method, value)] : [],
    ),
  )
  const schemes = Object.entries(recordOf(components['securitySchemes']))
  return {
    title: textOf(info['title']),
    version: textOf(info['version']),
    base: textOf(recordOf(listOf(document['servers'])[0])['url']),
    operations,
    schemas: new Map(Object.entries(recordOf(components['schemas']))),
    schemes: new Map(schemes.map(([name, scheme]) => [name, recordOf(scheme)])),
  }
}

/** Operations by tag, in the order in which tags first occur in the document. */
export function operationsByTag({ operations }: ApiDocument): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation])
  return groups
}

const componentReference = /^#\/components\/schemas\/([^/]+)$/

/** Name of the component schema that a `$ref` refers to; null without such a reference. */
export const referenceOf = (schema: JsonRecord): string | null =>
  componentReference.exec(textOf(schema['$ref']))?.[1] ?? null

/** Element id for any name: unsafe characters are replaced. */
export const anchorOf = (kind: string, name: string): string => `${kind}-${name.replaceAll(/[^\w.-]+/g, '_')}`
