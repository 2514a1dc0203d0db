/**
 * Cookies of the service (`API_COOKIES=on`). They carry a mark in their names, by which they are told from those of other
 * programs at the same name: all ports of "localhost" share theirs, and nobody's but its own go to the service.
 */
import { basePath } from '#server/base/base-url.ts'
import { mountedAt, pathHere } from './target.ts'

const mark = 'api.'

/**
 * `Path` of a cookie on this side; null where it would not be sent to anything below the base. `target`: what was asked
 * for at the service, whose folder stands in where the cookie names none (RFC 6265, 5.1.4).
 */
export function cookiePath(base: URL, path: string | null, target: string): string | null {
  const folder = (target.split('?')[0] ?? '').replace(/\/[^/]*$/, '')
  const there = path?.startsWith('/') === true ? path : folder === '' ? '/' : folder
  // A folder above the base holds the whole of it.
  if (`${basePath(base)}/`.startsWith(there.endsWith('/') ? there : `${there}/`)) return mountedAt
  return pathHere(base, there)
}

/** Attributes that are kept as the service wrote them. */
const kept = new Set(['expires', 'max-age', 'httponly', 'priority'])

/** A line of `Set-Cookie` on this side, or null where it is dropped. `https`: whether people reach the console by https. */
export function cookieHere(line: string, base: URL, target: string, https: boolean): string | null {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  if (!/^[^=\s]+=/.test(pair)) return null
  const attributes = rest.map((text) => {
    const [name = '', ...value] = text.split('=')
    return { text, name: name.trim().toLowerCase(), value: value.join('=').trim() }
  })
  const valueOf = (name: string) => attributes.findLast((one) => one.name === name)?.value ?? null
  const path = cookiePath(base, valueOf('path'), target)
  if (path === null) return null
  // Pages of other origins never write here, and "None" does not go without "Secure".
  const sameSite = valueOf('samesite')?.toLowerCase() === 'strict' ? 'Strict' : 'Lax'
  const secure = https && valueOf('secure') !== null ? ['Secure'] : []
  const others = attributes.filter(({ name }) => kept.has(name)).map(({ text }) => text)
  return [mark + pair, `Path=${path}`, ...others, `SameSite=${sameSite}`, ...secure].join('; ')
}

/** The cookies of a request that are the service's, under their own names; null where there is none. */
export function cookiesThere(header: string | null): string | null {
  const own = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(mark))
    .map((part) => part.slice(mark.length))
  return own.length === 0 ? null : own.join('; ')
}
