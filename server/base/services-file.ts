/**
 * The services of a console that stands in front of several (`SERVICES_FILE`; docs/connect.md, "Several services").
 * Each problem names its line and field.
 */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import { z } from 'zod'
import { productKinds, type ProductKind } from '#contract/product.ts'
import { isRecord, type Json } from '#lib/json/json.ts'
import { parseYaml } from '#lib/json/safe-yaml.ts'
import { readBaseUrl, readHeaderNames } from './proxy-settings.ts'

/** A service of the contract, without a connector. */
const contractKind = 'flow-console'

/** Ways to sign in that the page offers, as in Settings → Connection. */
const signInKinds = ['none', 'token', 'bearer', 'header', 'cookie'] as const

export interface ServiceEntry {
  /** Part of its path at the console: "n8n-production". */
  id: string
  name: string
  /** Null = found out by asking the service. */
  kind: ProductKind | typeof contractKind | null
  base: URL
  /** Address of the product as browsers reach it, for links; null = `base`. */
  publicUrl: URL | null
  /** Key for requests whose sender has none; null = everyone signs in on the page. */
  key: string | null
  signIn: { kind: (typeof signInKinds)[number]; header: string }
  cookies: boolean
  /** Additional headers forwarded to it, in lower case. */
  headers: readonly string[]
}

/** Limit for a switcher that can be read, and for the requests of the merged lists. */
const maxServices = 20
const maxName = 60
const maxId = 40
/** Nesting of a valid file: the document, the list, an entry, its list of headers. */
const maxDepth = 8
/** Ids with a meaning in the page: "own" is the connection of a page without a service list. */
const reservedIds = new Set(['own', 'all'])

/** A text that a reader parses; its message becomes the problem. */
const parsed = <T extends object>(reader: (text: string) => T | string) =>
  z.string('Enter an address like https://service.example.com/api.').transform((text, context) => {
    const value = reader(text)
    if (typeof value !== 'string') return value
    context.addIssue({ code: 'custom', message: value })
    return z.NEVER
  })

const headerName = z
  .string('Use a header name.')
  .regex(/^[\w-]+$/, 'Use the name of a header, like X-Team-Key.')
  .max(100, 'Use at most 100 characters.')

const Entry = z.strictObject({
  name: z.string('Enter a name.').trim().min(1, 'Enter a name.').max(maxName, `Use at most ${maxName} characters.`),
  id: z
    .string('Use a text.')
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'Use lower-case letters, digits and hyphens, like n8n-production.')
    .max(maxId, `Use at most ${maxId} characters.`)
    .refine((id) => !reservedIds.has(id), 'This id has a meaning of its own. Use another one.')
    .optional(),
  kind: z
    .enum([contractKind, ...productKinds], `Use one of: ${[contractKind, ...productKinds].join(', ')}.`)
    .optional(),
  address: parsed(readBaseUrl),
  public_url: parsed(readBaseUrl).optional(),
  key_env: z
    .string('Use the name of an environment variable, like N8N_KEY.')
    .regex(/^[A-Za-z_]\w*$/, 'Use the name of an environment variable, like N8N_KEY. Never write the key itself here.')
    .optional(),
  sign_in: z.enum(signInKinds, `Use one of: ${signInKinds.join(', ')}.`).optional(),
  header: headerName.optional(),
  cookies: z.boolean('Use true or false.').default(false),
  headers: z
    .union([z.string(), z.array(headerName).transform((names) => names.join(','))], 'Use a list of header names.')
    .pipe(parsed((text) => (text === '' ? [] : readHeaderNames(text))))
    .default([]),
})
type Entry = z.infer<typeof Entry>

const ServicesFile = z.strictObject({
  services: z
    .array(Entry, 'Use a list of services.')
    .min(1, 'Name at least one service.')
    .max(maxServices, `Name at most ${maxServices} services.`),
})

/** "n8n, production" → "n8n-production"; '' if the name has no letter of the Latin alphabet and no digit. */
const idFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxId)
    .replace(/-+$/, '')

type Place = readonly PropertyKey[]

const placeText = (place: Place): string =>
  place
    .map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

/** 1-based line of a field, or of the nearest field around it; null if the file has no such field. */
function lineOf(document: Document, lines: LineCounter, place: Place): number | null {
  let node: unknown = document.contents
  let start: number | undefined
  for (const part of place) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined
    if (pair !== undefined && isScalar(pair.key)) start = pair.key.range?.[0]
    node = isSeq(node) && typeof part === 'number' ? node.items[part] : pair?.value
    if (isMap(node) && typeof part === 'number') start = node.range?.[0]
    if (node === undefined) break
  }
  return start === undefined ? null : lines.linePos(start).line
}

interface Problem {
  place: Place
  message: string
}

/** Problems between entries, and those of the environment. */
function problemsOf(entries: readonly (Entry & { id: string })[], environment: Environment): Problem[] {
  const problems: Problem[] = []
  const add = (at: number, field: string, message: string) => problems.push({ place: ['services', at, field], message })
  for (const [at, entry] of entries.entries()) {
    const { id, name, key_env: keyName, sign_in: signIn, header } = entry
    if (id === '') add(at, 'name', 'No id can be made from this name. Add an id, like id: support.')
    else if (entries.findIndex((one) => one.id === id) < at)
      add(at, 'id', `The id ${id} is used by a service above. Add an id of its own.`)
    else if (reservedIds.has(id)) add(at, 'id', `The id ${id} has a meaning of its own. Add another one.`)
    if (entries.findIndex((one) => one.name === name) < at) add(at, 'name', 'A service above has the same name.')
    if (signIn === 'header' && header === undefined) add(at, 'header', 'Name the header that contains the key.')
    if (signIn !== 'header' && header !== undefined) add(at, 'header', 'This needs sign_in: header.')
    const key = keyName === undefined ? undefined : environment[keyName]
    if (keyName !== undefined && (key === undefined || key === ''))
      add(at, 'key_env', `The environment variable ${keyName} is not set.`)
    else if (key !== undefined && !/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(key))
      add(at, 'key_env', `The key in ${keyName} has characters that no header can contain.`)
  }
  return problems
}

type Environment = Readonly<Record<string, string | undefined>>

const withId = (entry: Entry): Entry & { id: string } => ({ ...entry, id: entry.id ?? idFrom(entry.name) })

const serviceOf = (entry: Entry & { id: string }, environment: Environment): ServiceEntry => ({
  id: entry.id,
  name: entry.name,
  kind: entry.kind ?? null,
  base: entry.address,
  publicUrl: entry.public_url ?? null,
  key: entry.key_env === undefined ? null : (environment[entry.key_env] ?? null),
  signIn: { kind: entry.sign_in ?? (entry.cookies ? 'cookie' : 'bearer'), header: entry.header ?? '' },
  cookies: entry.cookies,
  headers: entry.headers,
})

/** @param environment that has the keys. Returns the problems, one in each line, if the file is invalid. */
export function readServicesFile(text: string, environment: Environment): readonly ServiceEntry[] | string {
  const file = parseYaml(text, { depth: maxDepth })
  if (!file.ok) return file.line === undefined ? file.message : `line ${file.line}: ${file.message}`
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const wordsOf = ({ place, message }: Problem): string => {
    const line = lineOf(document, lines, place)
    const field = placeText(place)
    return [line === null ? '' : `line ${line}`, field].filter(Boolean).join(', ') + `: ${message}`
  }
  const found = ServicesFile.safeParse(listed(file.value))
  if (!found.success) return found.error.issues.flatMap(issueProblems).map(wordsOf).join('\n')
  const entries = found.data.services.map(withId)
  const problems = problemsOf(entries, environment)
  if (problems.length > 0) return problems.map(wordsOf).join('\n')
  return entries.map((entry) => serviceOf(entry, environment))
}

/** An empty list is written as "services:", which YAML reads as null. */
const listed = (value: Json): Json =>
  isRecord(value) && value['services'] === null ? { ...value, services: [] } : value

/** A problem for each unknown field, at its own line. */
const issueProblems = (issue: z.core.$ZodIssue): Problem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ place: [...issue.path, key], message: 'There is no such field.' }))
    : [
        {
          place: issue.path,
          message:
            issue.code === 'invalid_type' && issue.path.length === 0
              ? 'Write a list under "services:".'
              : issue.message,
        },
      ]
