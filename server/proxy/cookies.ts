/**
 * Cookies of the service (`API_COOKIES=on`). Their names get a prefix that distinguishes them from cookies of other
 * programs on the same host: all ports of "localhost" share cookies. Only cookies with the prefix are forwarded.
 */
import { basePath } from '#server/base/proxy-settings.ts'
import { mountedAt, consolePath } from './target.ts'

const mark = 'api.'

/**
 * `Path` of a cookie at the console; null if it would never be sent to a path below the base. `target`: requested path,
 * whose folder is the default path (RFC 6265, 5.1.4).
 */
export function cookiePath(base: URL, path: string | null, target: string): string | null {
  const folder = (target.split('?')[0] ?? '').replace(/\/[^/]*$/, '')
  const there = path?.startsWith('/') === true ? path : folder === '' ? '/' : folder
  // A folder above the base contains all of it.
  if (`${basePath(base)}/`.startsWith(there.endsWith('/') ? there : `${there}/`)) return mountedAt
  return consolePath(base, there)
}

/** Attributes that are passed on unchanged. */
const passedAttributes = new Set(['expires', 'max-age', 'httponly', 'priority'])

/**
 * `Set-Cookie` value for the browser; null if it is dropped. `https`: whether the console is reached by https;
 * `prefix`: as of the forwarder.
 */
export function consoleCookie(
  line: string,
  base: URL,
  target: string,
  { https, prefix = '' }: { https: boolean; prefix?: string },
): string | null {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  if (!/^[^=\s]+=/.test(pair)) return null
  const attributes = rest.map((text) => {
    const [name = '', ...value] = text.split('=')
    return { text, name: name.trim().toLowerCase(), value: value.join('=').trim() }
  })
  const valueOf = (name: string) => attributes.findLast((one) => one.name === name)?.value ?? null
  const path = cookiePath(base, valueOf('path'), target)
  if (path === null) return null
  // Other origins cannot write through the console, and "None" requires "Secure".
  const sameSite = valueOf('samesite')?.toLowerCase() === 'strict' ? 'Strict' : 'Lax'
  const secure = https && valueOf('secure') !== null ? ['Secure'] : []
  const others = attributes.filter(({ name }) => passedAttributes.has(name)).map(({ text }) => text)
  return [mark + pair, `Path=${prefix}${path}`, ...others, `SameSite=${sameSite}`, ...secure].join('; ')
}

/** The service's cookies of a request, under their original names; null if there are none. */
export function serviceCookies(header: string | null): string | null {
  const own = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(mark))
    .map((part) => part.slice(mark.length))
  return own.length === 0 ? null : own.join('; ')
}
