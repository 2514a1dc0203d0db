/**
 * Whether a response already has the shape of the contract: it is then passed on unchanged, and the code for dialects
 * is not loaded. Checks every field of the nouns in the table, in one pass. Pure.
 */
import type { AnyEndpoint, Noun } from '#contract/kernel/endpoint.ts'
import type { FieldsNoun } from './fields.ts'
import { isList } from './is-list.ts'
import { every, isNumber, isObject, isText, rowChecks, type Check } from './row-checks.ts'
import { isFieldsNoun, specs } from './spec.ts'

const rowCheck = rowChecks(specs)

/** Whether a value is an object of a noun with every field in the form of the contract. */
export const isContractRow = (noun: FieldsNoun, value: unknown): boolean => rowCheck(noun)(value)

/** Endpoints whose response contains another noun than their own; null = not in the table. */
const nouns: Readonly<Record<string, FieldsNoun | null>> = {
  'flow.list': 'flow',
  'flow.import': 'imported',
  'flow.export': null,
  'flow.tags': null,
  'flow.drawings': null,
  'flow.upcoming': null,
  'flow.search': null,
  'flow.trash': null,
  'flow.versions': null,
  'flow.version': null,
  'flow.update': 'imported',
  'run.read': 'runDetail',
  'run.start': 'runDetail',
  'run.cancel': 'runDetail',
  'run.retry': 'runDetail',
  'run.summary': null,
  'run.reasons': null,
  'run.solveReasons': null,
  'run.reopenReasons': null,
  'run.planBulk': null,
  'run.planStart': null,
  'run.startBulk': null,
  'run.listBulk': null,
  'run.readBulk': null,
  'run.bulkResults': null,
  'run.stopBulk': null,
  'balance.entries': null,
  'balance.statement': null,
  'channel.read': 'channelDetail',
  'channel.edit': 'channelDetail',
  'channel.pause': 'channelDetail',
  'channel.resume': 'channelDetail',
  'channel.test': 'channelDetail',
  'channel.create': 'channelMade',
  'channel.rotate': 'channelMade',
  'channel.history': null,
  'channel.hours': null,
  'channel.deliveries': null,
  'channel.replay': null,
  'conversation.fields': null,
  'conversation.messages': 'message',
  'conversation.facets': null,
  'conversation.bulk': null,
  'conversation.undo': null,
  'conversation.reply': 'message',
  'conversation.note': 'message',
  'contact.read': null,
  'contact.edit': null,
  'tool.usage': null,
  'tool.versions': null,
  'tool.version': null,
  'tool.check': null,
  'tool.attempt': null,
}

/** Table name for a single object of a noun; null if the table has none. */
export const objectNounOf = (noun: Noun): FieldsNoun | null =>
  noun === 'flow' ? 'flowDetail' : isFieldsNoun(noun) ? noun : null

/** Table name for the rows, or the object, in an endpoint's response; null if the table has none. */
export function nounOf({ id, noun }: Pick<AnyEndpoint, 'id' | 'noun'>): FieldsNoun | null {
  const own = Object.hasOwn(nouns, id) ? nouns[id] : undefined
  return own === undefined ? objectNounOf(noun) : own
}

const wrappers = ['data', 'result', 'item']

/** Check for nouns that are not in the table: the value has no wrapper, and its id is not a number. */
const isUsual = (value: unknown, noun: string): boolean =>
  isObject(value) && typeof value['id'] !== 'number' && ![noun, ...wrappers].some((key) => isObject(value[key]))

const isTextOrNull: Check = (value) => value === null || isText(value)

/** Whether a response needs no conversion. */
export function isContract(endpoint: AnyEndpoint, json: unknown): boolean {
  if (endpoint.returns === null || endpoint.media !== 'json') return true
  const noun = nounOf(endpoint)
  const isRow: Check = noun === null ? (value) => isUsual(value, endpoint.noun) : rowCheck(noun)
  if (!isList(endpoint)) return isRow(json)
  return (
    isObject(json) &&
    isNumber(json['count']) &&
    isTextOrNull(json['next']) &&
    isTextOrNull(json['previous']) &&
    every(isRow)(json['results'])
  )
}
