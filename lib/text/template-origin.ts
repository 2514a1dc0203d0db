/** Where a web address with `{{ … }}` in it leads, as far as that is written in it. */

const start = /^\s*https?:\/\/[^/?#\\]*/i
const place = /\{\{[^{}]*\}\}/g
/** What has to be written behind a place within the host: a domain of one owner, so that a value names only one of its hosts. */
const ownDomain = /^[\w-]*(?:\.[\w-]+){2,}(?::\d+)?$/

/**
 * Labels under which registries of countries register names ("co.uk", "com.au", "or.jp"), so that such an end has no one
 * owner. The usual ones: the whole Public Suffix List would have to be kept up to date.
 */
const registryLabels: ReadonlySet<string> = new Set(
  'ac co com edu go gob gouv gov gv id ind ltd me mil ne net nom or org plc sch'.split(' '),
)

/** Whether the end of a host (".co.uk:8443") is a registry's. IP addresses are no hosts for URL with a place in them. */
function isRegistry(end: string): boolean {
  const [, second = '', last = '', ...more] = end.toLowerCase().replace(/:\d+$/, '').split('.')
  return more.length === 0 && /^[a-z]{2}$/.test(last) && registryLabels.has(second)
}

/**
 * Scheme, host and port ("https://api.example.com"), where a value may stand in the place of a subdomain
 * ("https://{{ input.shop }}.shops.example"). Two addresses lead to the same side where this is the same text. Null where a
 * value decides who is asked, and for what is no web address.
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
