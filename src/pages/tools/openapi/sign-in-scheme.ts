/** Converts the security schemes of a document to references to secrets. No value is taken from a document. Pure. */
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { OpenApiDocument } from './read-document.ts'
import { resolveReference } from './resolve-reference.ts'

type SchemeKind = 'bearer' | 'basic' | 'header' | 'query' | 'cookie'

export interface Scheme {
  /** Name in the document. */
  name: string
  kind: SchemeKind
  /** Name of the header, the parameter or the cookie; '' if the kind implies it. */
  field: string
  /** Display text: "Bearer token". */
  words: string
}

/** Reference to a secret, in the template syntax of tools. */
const secretText = (key: string): string => `{{ secrets.${key} }}`

/** Keys of the secrets that a scheme needs, derived from the chosen key. */
export const secretKeys = ({ kind }: Pick<Scheme, 'kind'>, key: string): string[] =>
  kind === 'basic' ? [`${key}_user`, `${key}_password`] : [key]

/** Whether a header or parameter name can be sent and contains no template. */
const isFieldName = (name: string): boolean => /^[\w!#$&'*+.^|~-]{1,200}$/.test(name)

function schemeOf(name: string, scheme: JsonRecord): Scheme | null {
  const type = textOf(scheme['type'])
  const http = textOf(scheme['scheme']).toLowerCase()
  if (type === 'http' && http === 'basic') return { name, kind: 'basic', field: '', words: 'User name and password' }
  if (type === 'http' && http === 'bearer') return { name, kind: 'bearer', field: '', words: 'Bearer token' }
  if (type === 'oauth2' || type === 'openIdConnect')
    return { name, kind: 'bearer', field: '', words: 'Access token (not renewed)' }
  const field = textOf(scheme['name'])
  const place = textOf(scheme['in'])
  if (type !== 'apiKey' || !isFieldName(field)) return null
  if (place === 'header') return { name, kind: 'header', field, words: `Header ${field}` }
  if (place === 'query') return { name, kind: 'query', field, words: `Parameter ${field}` }
  return place === 'cookie' ? { name, kind: 'cookie', field, words: `Cookie ${field}` } : null
}

/** The schemes of a document that tools support, by name. */
export function schemesOf({ root }: OpenApiDocument): Map<string, Scheme> {
  const schemesByName = new Map<string, Scheme>()
  for (const [name, given] of Object.entries(recordOf(recordOf(root['components'])['securitySchemes']))) {
    const scheme = resolveReference(root, given)
    const made = scheme.ok ? schemeOf(name, scheme.value) : null
    if (made !== null) schemesByName.set(name, made)
  }
  return schemesByName
}

export type SignIn = { ok: true; schemes: readonly Scheme[] } | { ok: false; reason: string }

const needsAuthTwice = (schemes: readonly Scheme[]): boolean =>
  schemes.filter(({ kind, field }) => kind === 'bearer' || kind === 'basic' || field.toLowerCase() === 'authorization')
    .length > 1

/** The first supported security requirement: `security` is a list of alternatives, each of one or more schemes. */
export function signInOf(security: Json | undefined, schemes: ReadonlyMap<string, Scheme>): SignIn {
  const alternatives = listOf(security).filter(isRecord)
  const nonEmptyAlternatives = alternatives.filter((way) => Object.keys(way).length > 0)
  if (nonEmptyAlternatives.length === 0) return { ok: true, schemes: [] }
  for (const way of nonEmptyAlternatives) {
    const used = Object.keys(way).map((name) => schemes.get(name))
    const known = used.filter((scheme) => scheme !== undefined)
    if (known.length === used.length && !needsAuthTwice(known)) return { ok: true, schemes: known }
  }
  if (nonEmptyAlternatives.length < alternatives.length) return { ok: true, schemes: [] }
  const names = [...new Set(nonEmptyAlternatives.flatMap((way) => Object.keys(way)))].slice(0, 3).join(', ')
  return { ok: false, reason: `It requires an authentication method that tools do not support: ${names}.` }
}

/** The tool config for some schemes. `keyOf` maps the name of a scheme to the key of its secret. */
export function signInConfig(
  schemes: readonly Scheme[],
  keyOf: (name: string) => string,
): { auth: JsonRecord; headers: Record<string, string>; query: Record<string, string> } {
  let auth: JsonRecord = { kind: 'none' }
  const headers: Record<string, string> = {}
  const query: Record<string, string> = {}
  const owner = ({ kind }: Scheme) => kind === 'bearer' || kind === 'basic'
  // Bearer and basic come first, since they can be sent only by the `auth` field of the tool.
  for (const scheme of [...schemes.filter(owner), ...schemes.filter((one) => !owner(one))]) {
    const [first = '', second = ''] = secretKeys(scheme, keyOf(scheme.name)).map(secretText)
    const { kind, field } = scheme
    if (kind === 'bearer') auth = { kind, secret: first }
    else if (kind === 'basic') auth = { kind, user: first, secret: second }
    else if (kind === 'query') query[field] = first
    else if (kind === 'cookie') headers['Cookie'] = [headers['Cookie'], `${field}=${first}`].filter(Boolean).join('; ')
    else if (auth['kind'] === 'none') auth = { kind: 'header', header: field, secret: first }
    else headers[field] = first
  }
  return { auth, headers, query }
}
