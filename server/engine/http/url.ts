/**
 * Renders the URL of an API call. Values for `{{ … }}` after the host are encoded, so that they cannot change the
 * structure of the URL.
 */
import { urlProblem } from '#flow/values/url-problem.ts'
import { withoutSecrets, type RenderedValue } from '#server/engine/text/masked-value.ts'

/** An error in a URL; its message contains no secrets. */
export class UrlError extends Error {
  override name = 'UrlError'
}

const placeholder = /\{\{[^{}]*\}\}/g
/** Scheme and host, with the character that ends the host. */
const wholeOrigin = /^https?:\/\/[^/?#\\]*[/?#\\]/i
const dots = /^(\.|%2e){1,2}$/i

/** Alternating parts of a template: text, `{{ … }}`, text, … */
function partsOf(template: string): { text: string; isPlaceholder: boolean }[] {
  const parts: { text: string; isPlaceholder: boolean }[] = []
  let end = 0
  for (const match of template.matchAll(placeholder)) {
    parts.push(
      { text: template.slice(end, match.index), isPlaceholder: false },
      { text: match[0], isPlaceholder: true },
    )
    end = match.index + match[0].length
  }
  return [...parts, { text: template.slice(end), isPlaceholder: false }]
}

/**
 * Encodes a value for its position: unchanged at the start of the URL, validated as a name or port within the host,
 * percent-encoded elsewhere.
 */
function encodeAt(value: string, before: string): string {
  if (before === '') return value
  if (wholeOrigin.test(before)) return encodeURIComponent(value)
  if (/^https?:\/\//i.test(before) && !/^[\p{L}\d.-]*(:\d+)?$/u.test(value))
    throw new UrlError('The value used as the host of the URL is not a host name.')
  // The URL began with a value, so this value belongs to the path or query.
  return /^https?:\/\//i.test(before) ? value : encodeURIComponent(value)
}

const withQuery = (address: string, query: readonly [string, string][]): string => {
  const more = query.map(([name, value]) => `${name}=${value}`).join('&')
  return more === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${more}`
}

/**
 * Renders URL and query: encoded for the request, and readable for the run log. `fill` renders one template. Throws
 * UrlError.
 */
export async function fillUrl(
  template: string,
  query: RenderedValue<readonly [string, string][]>,
  fill: (template: string) => Promise<RenderedValue<string>>,
): Promise<RenderedValue<string>> {
  const problem = urlProblem(template)
  if (problem !== null) throw new UrlError(problem)
  let filled = ''
  let record = ''
  for (const { text, isPlaceholder } of partsOf(template.trim())) {
    const value = isPlaceholder ? await fill(text) : withoutSecrets(text)
    record += value.record
    filled += isPlaceholder ? encodeAt(value.wire, filled) : value.wire
  }
  const path = filled.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/)[0] ?? ''
  if (template.includes('{{') && path.split(/[/\\]/).some((part) => dots.test(part)))
    throw new UrlError('A value used in the path of the URL is "." or "..".')
  let url: URL
  try {
    url = new URL(filled)
  } catch {
    throw new UrlError('This is not a URL. Use one like https://api.example.com/path.')
  }
  for (const [name, value] of query.wire) url.searchParams.append(name, value)
  return { wire: url.href, record: withQuery(record, query.record) }
}
