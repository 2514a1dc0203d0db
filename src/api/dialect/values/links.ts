/** Ids in URLs and resource names: "/api/flows/12/", "projects/x/flows/12". Pure. */
import { idOf, isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { fold } from './fold.ts'

/** Names that services use for the nouns of the contract, in the singular. */
const words: Readonly<Record<string, readonly string[]>> = {
  flow: ['flow', 'workflow', 'automation'],
  tool: ['tool'],
  channel: ['channel'],
  conversation: ['conversation', 'thread', 'chat'],
  run: ['run', 'execution'],
  contact: ['contact', 'customer'],
  person: ['person', 'people', 'user', 'member', 'agent', 'operator', 'account'],
}
/** Nouns of the table of fields that are other forms of these nouns. */
const nounOfForm: Readonly<Record<string, readonly string[]>> = {
  flowDetail: ['flow'],
  imported: ['flow'],
  runFlow: ['flow'],
  runDetail: ['run'],
  runRef: ['run'],
  messageRun: ['run'],
  toolRef: ['tool'],
  channelDetail: ['channel'],
  channelMade: ['channel'],
  channelRef: ['channel'],
  runConversation: ['conversation'],
  // A `ref` is a flow (of a conversation, of a channel) or a person (assignee, creator).
  ref: ['flow', 'person'],
}

/** Folded names for an object of a noun, its own name first. */
export const wordsOf = (noun: string): readonly string[] =>
  (nounOfForm[noun] ?? [noun]).flatMap((one) => words[one] ?? [one])

const isCollection = (name: string, noun: string): boolean => {
  const folded = fold(name)
  return wordsOf(noun).some((word) => folded === word || folded === `${word}s`)
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The segments of a path, without origin, query and fragment. */
const partsOf = (text: string): string[] =>
  text
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)

const isAddress = (text: string): boolean => /^(?:https?:\/\/[^/\s]+)?\/[^\s]*$/i.test(text)
/** Alternating collections and ids: the form of a resource name. */
const isName = (text: string): boolean => /^[a-z][\w-]*\/[^/\s]+(?:\/[a-z][\w-]*\/[^/\s]+)*$/i.test(text)

/** The URL in a link, which may be an object. */
const linkIn = (value: Json): string =>
  textOf(isRecord(value) ? (value['href'] ?? value['url'] ?? value['uri']) : value).trim()

/** The link with a relation in a list: `[{rel: "self", href: …}]`. */
export const linkOfKind = (list: Json[], kind: string): Json | undefined =>
  list.find((one) => isRecord(one) && [one['rel'], one['type']].includes(kind))

/** The last segment of an object's own URL: `self`, `@id`. */
export function idInSelf(value: Json): string | undefined {
  const link = linkIn(value)
  if (/^urn:[^\s]+$/i.test(link)) return link.split(':').at(-1)
  if (!isAddress(link) && !isName(link)) return undefined
  return partsOf(link).at(-1)
}

/** The last segment of a URL that leads to an object of the noun; other URLs (of a hook, of a site) contain no id. */
export function idInLink(value: Json, noun: string): string | undefined {
  const link = linkIn(value)
  if (!isAddress(link) && !isName(link)) return undefined
  const [collection = '', id] = partsOf(link).slice(-2)
  return isCollection(collection, noun) ? id : undefined
}

/** Whether a text is the resource name of an object of the noun ("projects/x/flows/12"), and not its display name. */
export const isResourceName = (value: Json, noun: string): boolean =>
  typeof value === 'string' && isName(value) && idInLink(value, noun) !== undefined

const wholeNames = ['name', '@id', 'self', 'selfLink', 'self_link', 'resource_uri', 'url', 'href', 'uri']

/** The whole path that ends with an id, to distinguish rows whose paths end alike. Null if the id has no path. */
export function pathOfId(raw: JsonRecord, id: string): string | null {
  if (Object.keys(raw).some((key) => idFields.has(fold(key)) && idOf(raw[key]) === id)) return null
  const link = wholeNames.map((name) => linkIn(raw[name] ?? null)).find((one) => idInSelf(one) === id)
  return link === undefined ? null : partsOf(link).join('/')
}

const idFields = new Set(['id', 'uuid', 'pk', 'guid', 'key', 'slug'])
