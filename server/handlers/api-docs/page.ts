/** Renders an OpenAPI document as one HTML page, readable without scripts and stylesheets. Pure. */
import { html, type Html } from '#lib/text/html.ts'
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import { anchorOf, operationsByTag, readDocument, type ApiDocument, type Operation } from './document.ts'
import { methodHtml, operationHtml, schemeWords } from './operation-html.ts'
import { schemaHtml } from './schema-html.ts'

export interface PageOptions {
  /** Origin of the service: "https://flows.example.com". */
  origin: string
  /** URLs of stylesheets with the colours and fonts of the console. */
  stylesheets: readonly string[]
}

/** "flow" → "Flow". */
const titleOf = (tag: string): string => (tag === 'webchat' ? 'Web chat' : tag.charAt(0).toUpperCase() + tag.slice(1))

const navItem = ({ id, method, path, summary }: Operation): Html =>
  html`<li data-text="${`${method} ${path} ${id} ${summary}`.toLowerCase()}">
    <a href="#${anchorOf('operation', id)}" title="${summary}">${methodHtml(method)} ${path}</a>
  </li>`

const navGroup = ([tag, operations]: [string, Operation[]]): Html =>
  html`<li>
    <a href="#${anchorOf('tag', tag)}">${titleOf(tag)}</a>
    <ul>
      ${operations.map(navItem)}
    </ul>
  </li>`

const navSchema = (name: string): Html =>
  html`<li data-text="${name.toLowerCase()}"><a href="#${anchorOf('schema', name)}">${name}</a></li>`

/** The script opens or closes the menu by window width before the first paint, and shows the filter. */
function navHtml(document: ApiDocument): Html {
  return html`<nav aria-label="Endpoints and schemas">
      <details id="menu" open>
        <summary>Contents</summary>
        <p id="filter-row" hidden>
          <label for="filter">Filter</label>
          <input id="filter" type="search" autocomplete="off" spellcheck="false" />
          <span id="filter-count" role="status"></span>
        </p>
        <ul>
          ${[...operationsByTag(document)].map(navGroup)}
          <li>
            <a href="#schemas">Schemas</a>
            <ul>
              ${[...document.schemas.keys()].map(navSchema)}
            </ul>
          </li>
        </ul>
      </details>
    </nav>
    <script src="/api-docs.js"></script>`
}

const tagSection =
  (document: ApiDocument, origin: string) =>
  ([tag, operations]: [string, Operation[]]): Html => {
    const anchor = anchorOf('tag', tag)
    return html`<section aria-labelledby="${anchor}">
      <h2 id="${anchor}">${titleOf(tag)}</h2>
      ${operations.map((operation) => operationHtml(operation, document, origin))}
    </section>`
  }

const schemasSection = ({ schemas }: ApiDocument): Html =>
  html`<section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    ${[...schemas].map(([name, schema]) => {
      const anchor = anchorOf('schema', name)
      return html`<article aria-labelledby="${anchor}">
        <h3 id="${anchor}"><code>${name}</code></h3>
        ${schemaHtml(schema, 'received', `Fields of ${name}`)}
      </article>`
    })}
  </section>`

function introHtml(document: ApiDocument, origin: string): Html {
  const { base, schemes, operations } = document
  return html`<p>
      ${operations.length} operations under <code>${origin}${base}</code>. Also available as an OpenAPI 3.1 document:
      <a href="${base}/openapi.json">openapi.json</a>.
    </p>
    <h2 id="sign-in">Sign-in</h2>
    <ul>
      ${[...schemes].map(
        ([name, scheme]) =>
          html`<li>
            ${schemeWords(name, scheme)}${textOf(scheme['description']) !== '' && html`: ${textOf(scheme['description'])}`}
          </li>`,
      )}
    </ul>`
}

const headHtml = (title: string, stylesheets: readonly string[]): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <script src="/boot.js"></script>
    ${stylesheets.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
    <link rel="stylesheet" href="/api-docs.css" />`

/** The complete page as text. */
export function apiDocsPage(openapi: JsonRecord, { origin, stylesheets }: PageOptions): string {
  const document = readDocument(openapi)
  const title = `API reference · ${document.title}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headHtml(title, stylesheets)}
      </head>
      <body class="api-docs">
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <p>${document.title} <span class="limits">${document.version}</span></p>
          <p><a href="/">Console</a></p>
        </header>
        ${navHtml(document)}
        <main id="content" tabindex="-1">
          <h1>API reference</h1>
          ${introHtml(document, origin)} ${[...operationsByTag(document)].map(tagSection(document, origin))}
          ${schemasSection(document)}
        </main>
      </body>
    </html>`.text
}
