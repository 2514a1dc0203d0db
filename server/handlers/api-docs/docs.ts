/** `/api/docs`: the reference of the API as a page, in the look of the console that is built beside the service. */
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

/** Addresses of the stylesheets that a page of the console loads. */
export const stylesheetsOf = (page: string): string[] => [...page.matchAll(stylesheetLink)].map(([, href = '']) => href)

/** Read at the start: a new build may replace the files, and those of this one are still served (static-files.ts). */
const stylesheets = readFile(join(root, 'dist/web/index.html'), 'utf8').then(stylesheetsOf, () => [])

/** In the place of the origin, which requests may name in several ways: the page is made once. */
const anyOrigin = 'https://origin.invalid'
let page: string | null = null

/** The page for the last origin that was asked for; as a rule there is one. */
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
