/** The web chat as a page, and the script that embeds it in other pages. Outside of /api, because people open these. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EmbeddingPage } from '#contract/channels/descriptors.ts'
import { html } from '#lib/text/html.ts'
import { webchatTitle } from '#server/engine/channels/webchat.ts'
import { contentTag } from '#server/protocol/etag.ts'
import type { Request, Answer } from '#server/protocol/request-frame.ts'
import { headerOf, type Incoming } from '#server/protocol/incoming.ts'
import type { Services } from '#server/protocol/services.ts'
import { findChannelByToken } from '#server/store/channels/channel-rows.ts'

const folder = new URL('./assets/', import.meta.url)

/** Assets of the page, by name within /webchat/assets/. */
const assets: Record<string, { file: string; type: string }> = {
  'frame.mjs': { file: 'frame.mjs', type: 'text/javascript; charset=utf-8' },
  'frame.css': { file: 'frame.css', type: 'text/css; charset=utf-8' },
}

interface File {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  etag: string
}

async function readAsset(file: string, type: string): Promise<File> {
  const bytes = new Uint8Array(await readFile(fileURLToPath(new URL(file, folder))))
  return { bytes, type, etag: contentTag(bytes) }
}

const pageOf = (token: string, name: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${name}</title>
        <link rel="stylesheet" href="/webchat/assets/frame.css" />
        <script type="module" src="/webchat/assets/frame.mjs"></script>
      </head>
      <body data-token="${token}" data-name="${name}">
        <noscript>Enable JavaScript to use this chat.</noscript>
      </body>
    </html> `.text

/**
 * Content security policy: no inline script or style, no external resources, framing only by pages that the channel
 * names.
 */
const policyOf = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self'${origins.map((origin) => ` ${origin}`).join('')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Origins for the policy, without paths; invalid ones from older versions are left out. */
function originsOf(config: Record<string, unknown>): string[] {
  const listed = Array.isArray(config['origins']) ? config['origins'] : []
  return listed.flatMap((text) => {
    const { data: page } = EmbeddingPage.safeParse(text)
    return page === undefined ? [] : [new URL(page).origin]
  })
}

function answerFile({ bytes, type, etag }: File, incoming: Incoming, more: Record<string, string>): Answer {
  const headers = { 'content-type': type, etag, 'cache-control': 'no-cache', ...more }
  if (headerOf(incoming, 'if-none-match') === etag) return { status: 304, body: null, headers }
  return { status: 200, body: bytes, headers }
}

/** X-Frame-Options supports no list: if other pages may embed the chat, only the policy is used. */
const framing = (origins: readonly string[]): Record<string, string> => ({
  'content-security-policy': policyOf(origins),
  'x-frame-options': origins.length === 0 ? 'SAMEORIGIN' : '',
  'cross-origin-resource-policy': 'cross-origin',
})

const notThere: Answer = {
  status: 404,
  body: 'There is no web chat at this address. Check the link.\n',
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
}

/** Serves GET and HEAD requests for paths that begin with /webchat/; null for all others. */
export async function webchatPages(services: Services): Promise<(request: Request) => Promise<Answer | null>> {
  const files = new Map<string, File>()
  for (const [name, { file, type }] of Object.entries(assets)) files.set(name, await readAsset(file, type))
  const script = await readAsset('embed.js', 'text/javascript; charset=utf-8')
  return async ({ incoming }) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return null
    const [, asset] = /^\/webchat\/assets\/([\w.]+)$/.exec(incoming.path) ?? []
    if (asset !== undefined) {
      const file = files.get(asset)
      return file ? answerFile(file, incoming, {}) : notThere
    }
    const [, token, rest = ''] = /^\/webchat\/([\w-]{32})(\/embed\.js|\/)?$/.exec(incoming.path) ?? []
    if (token === undefined) return incoming.path.startsWith('/webchat/') ? notThere : null
    const row = await findChannelByToken(services.database.db, token)
    if (row?.type !== 'webchat') return notThere
    if (rest === '/embed.js') return answerFile(script, incoming, { 'cross-origin-resource-policy': 'cross-origin' })
    const bytes = new Uint8Array(Buffer.from(pageOf(token, webchatTitle(row))))
    const page = { bytes, type: 'text/html; charset=utf-8', etag: contentTag(bytes) }
    return answerFile(page, incoming, framing(originsOf(row.config)))
  }
}
