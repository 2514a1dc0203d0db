/** Maps paths of the console to the service: `/api/flow/?x=1` → `<base>/flow/?x=1`, never outside of the base. */
import { Fault } from '#server/base/fault.ts'
import { basePath } from '#server/base/proxy-settings.ts'

/** Path under which the console reaches the service. */
export const mountedAt = '/api'

export const isMounted = (path: string): boolean => path === mountedAt || path.startsWith(`${mountedAt}/`)

/** Maximum levels of percent-encoding ("%25" for "%"); a service may decode at each of its layers. */
const maxDecodings = 4

/** "." and ".." as a complete segment, also with path parameters, as some servers parse them ("..;x"). */
const dotPart = /(?:^|[/\\])\.{1,2}(?:;[^/\\]*)?(?:[/\\]|$)/
/** Control characters, and invalid UTF-8 bytes with which "." and "/" can be encoded for old decoders. */
// oxlint-disable-next-line no-control-regex -- control characters are to be found
const neverInPath = /[\x00-\x1f\x7f]|[\xc0\xc1]/

const decoded = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function leavesBase(path: string): boolean {
  let text = path
  for (let round = 0; round < maxDecodings; round++) {
    if (dotPart.test(text) || neverInPath.test(text)) return true
    const next = decoded(text)
    if (next === text) return false
    text = next
  }
  return true
}

const refusedFault = () =>
  new Fault('invalid', 'This path is not forwarded because it could lead outside the base URL.')

/** Path and query at the service. Throws 400 if they are not plain, or could leave the base. */
export function targetOf(base: URL, url: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(url) || /[\\#]/.test(url)) throw refusedFault()
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (!isMounted(path) || leavesBase(path)) throw refusedFault()
  const there = basePath(base) + path.slice(mountedAt.length)
  return (there === '' ? '/' : there) + (mark < 0 ? '' : url.slice(mark))
}

/** Maps a path of the service to the console; null if it is not below the base. */
export function consolePath(base: URL, path: string): string | null {
  const above = basePath(base)
  if (path !== above && !path.startsWith(`${above}/`)) return null
  return mountedAt + path.slice(above.length)
}

/**
 * Maps a redirect of the service to the console. `target`: the requested path. A URL if it leads to another origin or
 * out of the base; null if it is invalid.
 */
export function consoleLocation(base: URL, target: string, location: string): string | URL | null {
  let url: URL
  try {
    url = new URL(location, base.origin + target)
  } catch {
    return null
  }
  const path = url.origin === base.origin && url.username === '' ? consolePath(base, url.pathname) : null
  return path === null ? url : path + url.search + url.hash
}
