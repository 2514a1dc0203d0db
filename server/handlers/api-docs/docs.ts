/** `/api/docs`: the API reference as an HTML page, with the stylesheets of the installed console. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '#lib/text/html.ts'
import { openApi } from '#contract/openapi.ts'
import { service } from '#contract/service.ts'
import { about, root } from '#server/base/installation.ts'
import { contentTag } from '#server/protocol/etag.ts'
import { openHandler, type Handler } from '#server/protocol/handler.ts'
import { apiDocsPage } from './page.ts'

const stylesheetLink = /<link rel="stylesheet"[^>]* href="(\/[\w./-]+\.css)"/g

/** URLs of the stylesheets that a page of the console loads. */
export const stylesheetsOf = (page: string): string[] => [...page.matchAll(stylesheetLink)].map(([, href = '']) => href)

/** Read at the start: a new build may replace index.html; the old stylesheets are still served (static-files.ts). */
const stylesheets = readFile(join(root, 'dist/web/index.html'), 'utf8').then(stylesheetsOf, () => [])

/** Placeholder for the origin, which differs between requests, so that the page is rendered only once. */
const anyOrigin = 'https://origin.invalid'
let page: string | null = null

/** The page for the last requested origin; usually there is only one origin. */
let last: { origin: string; text: string; etag: string } | null = null

const docs = openHandler(service.docs, async ({ origin }) => {
  page ??= apiDocsPage(openApi(about, '/api'), { origin: anyOrigin, stylesheets: await stylesheets })
  if (last?.origin !== origin) {
    const text = page.replaceAll(anyOrigin, escapeHtml(origin))
    last = { origin, text, etag: contentTag(text) }
  }
  return { text: last.text, headers: { ETag: last.etag } }
})

export const apiDocsHandlers: Handler[] = [docs]
