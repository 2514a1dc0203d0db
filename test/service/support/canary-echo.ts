/** Secrets that runs use, and a server that echoes them; for canary-run.test.ts. */
import type { IncomingHttpHeaders } from 'node:http'
import { disguises, disguisesIn, markOf } from '#test/support/canaries.ts'
import { serve } from '#test/support/local-server.ts'

/** A secret for each place, so that a leak names its place; the second half has characters with many encodings. */
export const canaryPlaces = [
  'sub',
  'flow',
  'message',
  'filter',
  'block',
  'tool',
  'agent',
  'prompt',
  'trial',
  'sealed',
  'wait',
] as const
type CanaryPlace = (typeof canaryPlaces)[number]
const canaryOf = (place: CanaryPlace) => markOf(7000 + canaryPlaces.indexOf(place))
export const secretOf = (place: CanaryPlace) => `${canaryOf(place)}/+ "<&é`
interface EchoedRequest {
  url: string
  headers: IncomingHttpHeaders
  body: string
}
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** How another service may transform a secret; always the whole secret. */
const echoesOf = (secret: string): string[] => [
  ...disguises
    .filter(([name]) => !/beginning|list|dashes|twice|behind|without/.test(name))
    .map(([, disguise]) => disguise(secret)),
  ...[`a${secret}`, `ab${secret}z`].map((text) => Buffer.from(text).toString('base64')),
]

/** Starts a server that echoes a request, and each known secret in many forms; resolves to port and requests. */
export async function echoServer() {
  const requests: EchoedRequest[] = []
  const port = await serve((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { url = '', headers } = request
      requests.push({ url, headers, body })
      const { authorization = '' } = headers
      const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
      const all = JSON.stringify([decodeURIComponent(url), headers, body, basic])
      const echoes = canaryPlaces
        .filter((place) => all.includes(canaryOf(place)))
        .flatMap((place) => echoesOf(secretOf(place)))
      const type = { 'content-type': 'application/json', 'x-request-id': authorization }
      response.writeHead(200, type).end(JSON.stringify({ url, headers, sent: body, parsed: parsed(body), echoes }))
    })
  })
  return { port, requests }
}

/** Templates that transform a secret. */
export const filters = [
  '{{ secrets.filter }}',
  'Bearer {{ secrets.filter | split: "" | join: "-" }}',
  '{{ secrets.filter | upcase }}',
  '{{ secrets.filter | downcase }}',
  '{{ secrets.filter | slice: 0, 12 }}',
  '{{ secrets.filter | slice: 0, 12 | split: "" | join: "-" }}',
  '{{ secrets.filter | split: "" | reverse | join: "" }}',
  '{{ secrets.filter | split: "" }}',
  '{{ secrets.filter | base64_encode }}',
  '{{ secrets.filter | base64_encode | base64_encode }}',
  'Basic {{ "someone:" | append: secrets.filter | base64_encode }}',
  '{{ secrets.filter | url_encode }} {{ secrets.filter | escape }} {{ secrets.filter | json }}',
  '{% assign a = secrets.filter | upcase %}{% assign b = a | downcase %}{{ b }}, {{ a }}',
  '{% capture c %}x{{ secrets["filter"] }}{% endcapture %}{{ c | base64_encode }}',
  '{% assign n = "a,b" | split: "," | where_exp: "i", "secrets.filter != i" %}{{ n | join: "" }}',
  '{{ "a" | split: "," | group_by_exp: "i", "secrets.filter" | json }}',
]
/** Templates whose blocks depend on a secret. */
export const blocks = [
  '{{ secrets.block | slice: 0, 0 }}',
  '{% assign all = secrets.block | split: "" %}{% for c in all %}{{ c }}-{% endfor %}',
  '{% for c in (0..11) %}{% assign d = secrets.block | slice: c %}{{ d }}-{% endfor %}',
  '{% if secrets.block contains "Zq7R" %}it begins with Zq7R, says the canary{% endif %}',
  '{% unless secrets.block == "x" %}it is not the x of the canary{% endunless %}',
  '{% case secrets.block %}{% when "x" %}y{% else %}the canary is something else{% endcase %}',
  '{% if input.nothing %}{% elsif secrets.block %}there is a canary in here{% endif %}',
  '{% liquid assign e = secrets.block | slice: 0, 12\n echo e %}',
  '{% cycle secrets.block, "b" %}',
  '{% tablerow c in all cols: 2 %}{{ c }}{% endtablerow %}{% tablerow d in secrets.block %}{{ d }}{% endtablerow %}',
]

/** Secrets that a text contains in any form. */
export const leaksIn = (where: string, text: string): string[] =>
  canaryPlaces.flatMap((place) => disguisesIn(text, secretOf(place)).map((name) => `${where}: ${place}, ${name}`))
