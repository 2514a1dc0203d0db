/**
 * Whether an answer is in the shape of the contract already, to the last field: then it is given through as it is, and nothing
 * of what reads dialects is loaded. Exact, and one pass. Pure.
 */
import type { AnyEndpoint, Noun } from '#contract/kernel/kernel.ts'
import type { FieldsNoun } from './fields.ts'
import { isList } from './is-list.ts'
import { every, isNumber, isObject, isText, rowChecks, type Check } from './row-checks.ts'
import { isFieldsNoun, specs } from './spec.ts'

const rowCheck = rowChecks(specs)

/** Whether a value is an object of a noun with every field of the contract in its own form. */
export const isContractRow = (noun: FieldsNoun, value: unknown): boolean => rowCheck(noun)(value)

/** Endpoints whose answer is not what their noun says; null = one that only the reference service has. */
const nouns: Readonly<Record<string, FieldsNoun | null>> = {
  'flow.list': 'flow',
  'flow.import': 'imported',
  'flow.export': null,
  'flow.tags': null,
  'run.read': 'runDetail',
  'run.start': 'runDetail',
  'run.cancel': 'runDetail',
  'run.retry': 'runDetail',
  'run.summary': null,
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

/** What the table calls an object of a noun; null where it says nothing of it. */
export const objectNounOf = (noun: Noun): FieldsNoun | null =>
  noun === 'flow' ? 'flowDetail' : isFieldsNoun(noun) ? noun : null

/** What the table calls the rows, or the object, of an endpoint's answer; null where it says nothing of them. */
export function nounOf({ id, noun }: Pick<AnyEndpoint, 'id' | 'noun'>): FieldsNoun | null {
  const own = Object.hasOwn(nouns, id) ? nouns[id] : undefined
  return own === undefined ? objectNounOf(noun) : own
}

const wrappers = ['data', 'result', 'item']

/** What the table says nothing of: that it is not wrapped, and has no number for an id. */
const isUsual = (value: unknown, noun: string): boolean =>
  isObject(value) && typeof value['id'] !== 'number' && ![noun, ...wrappers].some((key) => isObject(value[key]))

const isTextOrNull: Check = (value) => value === null || isText(value)

/** Whether an answer needs no reading. */
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
