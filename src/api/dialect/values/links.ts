/** Ids out of addresses and resource names: "/api/flows/12/", "projects/x/flows/12". Pure. */
import { idOf, isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { fold } from './fold.ts'

/** What services call the things of the contract, in the singular. */
const words: Readonly<Record<string, readonly string[]>> = {
  flow: ['flow', 'workflow', 'automation'],
  tool: ['tool'],
  channel: ['channel'],
  conversation: ['conversation', 'thread', 'chat'],
  run: ['run', 'execution'],
  contact: ['contact', 'customer'],
  person: ['person', 'people', 'user', 'member', 'agent', 'operator', 'account'],
}
/** Nouns of the table of fields that are one of these in another form. */
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
  // Who looks after a conversation, what it runs through.
  ref: ['flow', 'person'],
}

/** Names of one thing of a noun, folded, its own first. */
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

/** The parts of a path, without what stands before and behind it. */
const partsOf = (text: string): string[] =>
  text
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)

const isAddress = (text: string): boolean => /^(?:https?:\/\/[^/\s]+)?\/[^\s]*$/i.test(text)
/** Collections and ids by turns, the collection of the noun last but one. */
const isName = (text: string): boolean => /^[a-z][\w-]*\/[^/\s]+(?:\/[a-z][\w-]*\/[^/\s]+)*$/i.test(text)

/** The address in a link, which may be an object. */
const linkIn = (value: Json): string =>
  textOf(isRecord(value) ? (value['href'] ?? value['url'] ?? value['uri']) : value).trim()

/** Links of a list that are of one kind: `[{rel: "self", href: …}]`. */
export const linkOfKind = (list: Json[], kind: string): Json | undefined =>
  list.find((one) => isRecord(one) && [one['rel'], one['type']].includes(kind))

/** The last part of an address of something itself: `self`, `@id`. */
export function idInSelf(value: Json): string | undefined {
  const link = linkIn(value)
  if (/^urn:[^\s]+$/i.test(link)) return link.split(':').at(-1)
  if (!isAddress(link) && !isName(link)) return undefined
  return partsOf(link).at(-1)
}

/** The last part of an address that leads to a thing of the noun; other addresses (of a hook, of a site) are nobody's id. */
export function idInLink(value: Json, noun: string): string | undefined {
  const link = linkIn(value)
  if (!isAddress(link) && !isName(link)) return undefined
  const [collection = '', id] = partsOf(link).slice(-2)
  return isCollection(collection, noun) ? id : undefined
}

/** Whether a text is the resource name of a thing of the noun ("projects/x/flows/12"), and not what people call it. */
export const isResourceName = (value: Json, noun: string): boolean =>
  typeof value === 'string' && isName(value) && idInLink(value, noun) !== undefined

const wholeNames = ['name', '@id', 'self', 'selfLink', 'self_link', 'resource_uri', 'url', 'href', 'uri']

/** The whole path of which an id is the last part: where several rows end alike. Null where the id stands by itself. */
export function pathOfId(raw: JsonRecord, id: string): string | null {
  if (Object.keys(raw).some((key) => idFields.has(fold(key)) && idOf(raw[key]) === id)) return null
  const link = wholeNames.map((name) => linkIn(raw[name] ?? null)).find((one) => idInSelf(one) === id)
  return link === undefined ? null : partsOf(link).join('/')
}

const idFields = new Set(['id', 'uuid', 'pk', 'guid', 'key', 'slug'])
