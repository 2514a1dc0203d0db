/**
 * Where the service is. The page may say so itself (`<meta name="api-base" content="/api">`, filled by whoever serves it);
 * otherwise `config.json` beside the page is read once: `{"base_url": "https://…/api"}`. Without either it is `/api`.
 */
import { z } from 'zod'

const defaultBase = '/api'
const Config = z.looseObject({ base_url: z.string().min(1) })

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** The base URL that the page names, or null where it names none. */
function baseOfPage(): string | null {
  const content = document.querySelector('meta[name="api-base"]')?.getAttribute('content') ?? ''
  return content === '' ? null : withoutSlash(content)
}

async function baseOfConfig(): Promise<string> {
  const answer = await fetch(`${import.meta.env.BASE_URL}config.json`, { headers: { accept: 'application/json' } })
  // A server for single-page apps answers a missing file with the page itself: that names no base URL either.
  const isJson = (answer.headers.get('content-type') ?? '').includes('json')
  if (!answer.ok || !isJson) return defaultBase
  const config = Config.safeParse(await answer.json())
  return config.success ? withoutSlash(config.data.base_url) : defaultBase
}

let known: Promise<string> | null = null

/** The base URL of the service, without a slash at its end. Rejects where config.json cannot be fetched; the next call tries again. */
export function baseUrl(): Promise<string> {
  const named = baseOfPage()
  if (named !== null) return Promise.resolve(named)
  known ??= baseOfConfig().catch((problem: unknown) => {
    known = null
    throw problem
  })
  return known
}
