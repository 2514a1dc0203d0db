/** HTML of one operation: parameters, body, responses, errors, and an example request. Pure. */
import { html, type Html } from '#lib/text/html.ts'
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import { curlOf } from './curl.ts'
import {
  anchorOf,
  type ApiDocument,
  type Content,
  type DocumentedAnswer,
  type Operation,
  type Parameter,
} from './document.ts'
import { exampleOf } from './example.ts'
import { foldedSchemaHtml } from './schema-html.ts'
import { limitsOf, typeWords } from './schema-words.ts'

/** Further parameters are collapsed: list endpoints have one per filter and operator. */
const openParameters = 12

export const methodHtml = (method: string): Html =>
  html`<span class="method" data-method="${method.toLowerCase()}">${method}</span>`

/** Name of a security scheme, and where its credential is sent. */
export function schemeWords(name: string, scheme: JsonRecord): Html {
  const where =
    scheme['type'] === 'apiKey' ? `${textOf(scheme['in'])} ${textOf(scheme['name'])}` : textOf(scheme['scheme'])
  return html`${name} <span class="limits">(${where})</span>`
}

function parameterRow({ name, place, isRequired, description, schema }: Parameter): Html {
  const limits = limitsOf(schema)
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${place}</td>
    <td>${typeWords(schema)}${limits.length > 0 && html` <span class="limits">${limits.join('; ')}</span>`}</td>
    <td>${isRequired ? html`<span class="required">yes</span>` : 'no'}</td>
    <td>${description}</td>
  </tr>`
}

const parameterTable = (parameters: readonly Parameter[], label: string): Html =>
  html`<table class="parameters" aria-label="${label}">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">In</th>
        <th scope="col">Type</th>
        <th scope="col">Required</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map(parameterRow)}
    </tbody>
  </table>`

function parametersHtml({ id, parameters }: Operation): Html | false {
  if (parameters.length === 0) return false
  const shown = parameters.slice(0, openParameters)
  const rest = parameters.slice(openParameters)
  return html`<h4>Parameters</h4>
    ${parameterTable(shown, `Parameters of ${id}`)}
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${rest.length} more ${rest.length === 1 ? 'parameter' : 'parameters'}</summary>
        ${parameterTable(rest, `More parameters of ${id}`)}
      </details>`
    }`
}

const isAny = ({ schema }: Content): boolean => JSON.stringify(schema) === '{}'

const typesOf = (content: readonly Content[]): Html =>
  html`<span class="limits">${content.map(({ type }) => type).join(', ')}</span>`

function bodyHtml({ id, body }: Operation): Html | false {
  const [first] = body
  if (first === undefined) return false
  return html`<h4>Request body</h4>
    <p>${typesOf(body)}</p>
    ${isAny(first) ? html`<p>Any content.</p>` : foldedSchemaHtml(first.schema, 'sent', `Request body of ${id}`)}`
}

function successHtml(answer: DocumentedAnswer, { id }: Operation, { schemas }: ApiDocument): Html {
  const { status, content } = answer
  const json = content.find(({ type }) => type === 'application/json')
  const example = json && JSON.stringify(exampleOf(json.schema, { schemas, shortest: false }), null, 2)
  return html`<p>
      <strong class="status">${status}</strong> ${content.length > 0 ? typesOf(content) : 'without a body'}
    </p>
    ${json && foldedSchemaHtml(json.schema, 'received', `Response ${status} of ${id}`)}
    ${
      example !== undefined &&
      html`<details>
        <summary>Example</summary>
        <pre><code>${example}</code></pre>
      </details>`
    }`
}

const errorRow = ({ status, description, headers }: DocumentedAnswer): Html =>
  html`<tr>
    <th scope="row">${status}</th>
    <td>
      <code>${description}</code>${headers.length > 0 && html` <span class="limits">with ${headers.join(', ')}</span>`}
    </td>
  </tr>`

function errorsHtml(operation: Operation): Html | false {
  const errors = operation.answers.filter(({ status }) => !isSuccess(status))
  const [first] = errors
  if (first === undefined) return false
  return html`<details>
    <summary>Errors: ${errors.map(({ status }) => status).join(', ')}</summary>
    <table class="errors" aria-label="Errors of ${operation.id}">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Codes</th>
        </tr>
      </thead>
      <tbody>
        ${errors.map(errorRow)}
      </tbody>
    </table>
    ${first.content.map(
      ({ type, schema }) => html`<p class="limits">Body of errors as ${type}: ${typeWords(schema)}</p>`,
    )}
  </details>`
}

const isSuccess = (status: string): boolean => /^[23]/.test(status)

function factsHtml({ id, extension, schemes }: Operation, document: ApiDocument): Html {
  const names = schemes.map((name) => schemeWords(name, document.schemes.get(name) ?? {}))
  const signIn =
    schemes.length === 0 ? html`not required` : names.map((name, index) => html`${index > 0 && ' or '}${name}`)
  return html`<dl class="facts">
    <div>
      <dt>Operation</dt>
      <dd><code>${id}</code></dd>
    </div>
    <div>
      <dt>Sign-in</dt>
      <dd>${signIn}</dd>
    </div>
    ${
      extension !== '' &&
      html`<div>
        <dt>Extension</dt>
        <dd><code>${extension}</code></dd>
      </div>`
    }
  </dl>`
}

/** HTML of an operation. `origin`: origin of the service, for the example request. */
export function operationHtml(operation: Operation, document: ApiDocument, origin: string): Html {
  const { id, method, path, summary, description, answers } = operation
  const anchor = anchorOf('operation', id)
  return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
    <h3 id="${anchor}-title">${methodHtml(method)} <code>${document.base}${path}</code></h3>
    <p>${summary}</p>
    ${description !== '' && html`<p>${description}</p>`} ${factsHtml(operation, document)}
    <h4>Example request</h4>
    <pre><code>${curlOf(operation, document, origin)}</code></pre>
    ${parametersHtml(operation)} ${bodyHtml(operation)}
    <h4>Responses</h4>
    ${answers.filter(({ status }) => isSuccess(status)).map((answer) => successHtml(answer, operation, document))}
    ${errorsHtml(operation)}
  </article>`
}
