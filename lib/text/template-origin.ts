/** Origin of a URL that contains `{{ … }}`, if no placeholder determines it. */

const start = /^\s*https?:\/\/[^/?#\\]*/i
const place = /\{\{[^{}]*\}\}/g
/**
 * Matches the text that must follow a placeholder in the host: a domain with one owner, so that the value can only
 * select a host of that owner.
 */
const ownDomain = /^[\w-]*(?:\.[\w-]+){2,}(?::\d+)?$/

/**
 * Labels under which country registries register names ("co.uk", "com.au", "or.jp"), so that such a suffix has no
 * single owner. Only the usual labels, because the complete Public Suffix List would have to be kept up to date.
 */
const registryLabels: ReadonlySet<string> = new Set(
  'ac co com edu go gob gouv gov gv id ind ltd me mil ne net nom or org plc sch'.split(' '),
)

/**
 * Whether the suffix of a host (".co.uk:8443") belongs to a registry. IP addresses need no check, because `URL` rejects
 * those with a placeholder.
 */
function isRegistry(end: string): boolean {
  const [, second = '', last = '', ...more] = end.toLowerCase().replace(/:\d+$/, '').split('.')
  return more.length === 0 && /^[a-z]{2}$/.test(last) && registryLabels.has(second)
}

/**
 * Scheme, host and port ("https://api.example.com"); a subdomain may be a placeholder
 * ("https://{{input.shop}}.shops.example"). Two addresses have the same origin if the results are equal. Null if a
 * value determines the domain, or if the text is not a web address.
 */
export function templateOrigin(address: string): string | null {
  const written = start.exec(address)?.[0].trim() ?? ''
  if (written === '') return null
  const places: string[] = []
  const plain = written.replaceAll(place, (text) => {
    places.push(text.replaceAll(/\s/g, ''))
    return `place${places.length}place`
  })
  const behind = written.slice(written.lastIndexOf('}}') + 2)
  if (places.length > 0 && (!ownDomain.test(behind) || isRegistry(behind) || written.includes('@'))) return null
  if (!URL.canParse(plain)) return null
  return new URL(plain).origin.replaceAll(/place(\d+)place/g, (text, number) => places[Number(number) - 1] ?? text)
}
