/** Explains the answers of a connection test, with remedies. Pure. */
import { timeoutMs } from '#api/request/early-requests.ts'
import type { ProbeAnswer, ProbeFailure } from '#api/request/probe-address.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { readList } from '#api/dialect/read-list.ts'
import { readObject } from '#api/dialect/read-object.ts'
import { count } from '#lib/count.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { withoutIdWords } from '#parts/lists/list-words.ts'
import { isFieldsNoun, specsOf } from '#api/dialect/fields/spec.ts'
import { isAbsent, isGiven } from '#lib/absent.ts'
import { failureInBody, sentenceInBody } from './body-messages.ts'
import type { Probe } from './probes.ts'

/** Whether a value contains something that is not empty, at any depth. */
function isSaid(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSaid)
  return !isAbsent(value)
}

/** The contract's fields that at least one row has. */
function readableFieldsIn(noun: string, rows: readonly JsonRecord[]): string[] {
  const fields = isFieldsNoun(noun) ? specsOf(noun).map(({ field }) => field) : []
  return fields.filter((field) => rows.some((row) => isGiven(row, field) && isSaid(row[field])))
}

/** Fields that identify a row for the user. */
const naming = ['id', 'name', 'key', 'subject', 'number', 'flow', 'contact']
const fieldNamesOf = (row: JsonRecord): string[] => naming.filter((field) => isGiven(row, field) && isSaid(row[field]))

export interface Verdict {
  /** `note`: the endpoint works, with a remark; `none`: it is missing and not required. */
  tone: 'ok' | 'note' | 'none' | 'bad'
  /** Result in a word: "200", "No response". */
  short: string
  /** The explanation. */
  says: string
  /** The remedy; '' if none is needed. */
  todo: string
}

export interface ProbeContext {
  probe: Pick<Probe, 'noun' | 'isList' | 'isNeeded' | 'without' | 'noteFor' | 'isKnown'>
  /** The absolute base URL and the requested path. */
  base: string
  /** The origin of this page. */
  here: string
  /** Whether credentials were sent. */
  isSignedIn: boolean
  /** Current time in ms, to distinguish seconds from milliseconds in the answer. */
  now: number
}

const originOf = (base: string): string => new URL(base).origin
const inFront = (base: string): string =>
  `Run the console as a proxy for that service: API_BASE_URL=${base} npm start. The console then forwards requests to it.`

function silentWords({ why }: ProbeFailure, { base, here }: ProbeContext): Omit<Verdict, 'tone'> {
  const there = originOf(base)
  if (why === 'timeout')
    return {
      short: 'Timed out',
      says: `No response within ${timeoutMs / 1000} s.`,
      todo: 'Check whether the service is overloaded or a proxy delays requests.',
    }
  if (why === 'policy')
    return {
      short: 'Blocked',
      says: `The Content-Security-Policy of this page (connect-src) allows requests to its own address only, so ${there} was not contacted.`,
      todo: inFront(base),
    }
  if (why === 'mixed')
    return {
      short: 'Blocked',
      says: 'This page was loaded over https, and browsers block its requests to http addresses.',
      todo: `Use the https URL of the service. ${inFront(base)}`,
    }
  if (why === 'stopped') return { short: 'Stopped', says: 'Stopped before a response arrived.', todo: '' }
  if (there === here)
    return {
      short: 'No response',
      says: 'The connection failed, or no service is listening.',
      todo: 'Check that the service is running.',
    }
  return {
    short: 'No response',
    says: `No service is running at ${there}, or it does not allow requests from ${here} (CORS). Browsers do not report which.`,
    todo: `Check that the service is running and allows ${here}. If that is not possible: ${inFront(base)}`,
  }
}

const schemeOf = (challenge: string): string => /^\s*([\w-]+)/.exec(challenge)?.[1] ?? ''

function refusedWords({ challenge }: ProbeAnswer, { isSignedIn }: ProbeContext): { says: string; todo: string } {
  const scheme = schemeOf(challenge)
  const asksFor = scheme === '' ? '' : ` It requires “${scheme}”.`
  return isSignedIn
    ? {
        says: `The service rejected the credentials.${asksFor}`,
        todo: 'Check the sign-in method and whether the credentials are still valid.',
      }
    : {
        says: `The service requires a sign-in.${asksFor}`,
        todo: 'Choose a sign-in method and enter the credentials.',
      }
}

/** Texts for error statuses; the service's message is appended. */
function refusalOf(answer: ProbeAnswer, asked: ProbeContext): { says: string; todo: string } {
  const { status } = answer
  if (status === 401) return refusedWords(answer, asked)
  if (status === 403)
    return {
      says: asked.isSignedIn ? 'These credentials have no read access.' : 'This requires a sign-in.',
      todo: asked.isSignedIn ? 'Grant read access in the service.' : 'Choose a sign-in method.',
    }
  if (status === 404 || status === 410)
    return { says: 'Nothing was found at this URL.', todo: `Check the path of the base URL: ${asked.base}` }
  if (status === 405 || status === 501)
    return { says: 'This URL does not allow GET requests.', todo: 'Check the base URL.' }
  if (status === 421)
    return { says: 'The service does not accept this host name.', todo: 'Use the host name of the service.' }
  if (status === 429) return { says: 'Too many requests.', todo: 'Test again in a minute.' }
  if (status >= 502 && status <= 504)
    return { says: 'The gateway got no response from the service.', todo: 'Check that the service is running.' }
  if (status >= 500) return { says: 'The service had an internal error.', todo: 'Check its log.' }
  return { says: `The request was rejected (${status}).`, todo: '' }
}

const isHtml = ({ contentType, text }: ProbeAnswer): boolean =>
  contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text)

/** Whether an answer means that the service lacks the endpoint. */
const isNotOffered = (answer: ProbeAnswer): boolean =>
  [404, 405, 410, 501].includes(answer.status) || (answer.status < 500 && isHtml(answer))

function goodWords(answer: ProbeAnswer, asked: ProbeContext): Omit<Verdict, 'short'> {
  const { probe } = asked
  if (answer.isCut)
    return {
      tone: 'note',
      says: 'The response is larger than 8 MB. The rest was not read.',
      todo: 'The console works, but is slower if the service returns everything at once.',
    }
  if (answer.text.trim() === '') return { tone: 'bad', says: 'An empty response.', todo: 'The console expects JSON.' }
  if (isHtml(answer))
    return {
      tone: 'bad',
      says: 'A web page instead of JSON.',
      todo: 'The base URL leads to a website. The API is often below it, such as at /api or /api/v1.',
    }
  let json: Json
  try {
    json = JSON.parse(answer.text)
  } catch {
    return { tone: 'bad', says: `Not JSON (${answer.contentType || 'no content type'}).`, todo: 'Check the base URL.' }
  }
  const failure = failureInBody(json)
  if (failure !== null)
    return { tone: 'bad', says: `The status is OK, but the body reports an error: ${failure}`, todo: '' }
  return probe.isList ? listWords(json, asked) : objectWords(json, asked)
}

/** Maximum number of fields listed by name; the rest is counted. */
const maxNamed = 6

/** Names of the understood fields, and numbers of renamed, unknown and missing ones. */
function fieldWords(understood: readonly string[], { mapped, raw, absent }: DialectFindings): string {
  const more = understood.length - maxNamed
  const named = understood.slice(0, maxNamed).join(', ').replaceAll('_', ' ')
  const parts = [
    ...(mapped.length > 0 ? [`${count(mapped.length, 'field')} under other names`] : []),
    ...(raw.length > 0 ? [`${raw.length} shown raw`] : []),
    ...(absent.length > 0 ? [`${absent.length} missing`] : []),
  ]
  const all = `Understood: ${named}${more > 0 ? ` and ${more} more` : ''}.`
  return ` ${all}${parts.length === 0 ? '' : ` ${parts.join(', ')}.`}`
}

const notUnderstood = 'Check that the path is right. The console can only show these rows as raw data.'

function listWords(json: Json, { probe, now }: ProbeContext): Omit<Verdict, 'short'> {
  const { rows, shape, total, findings } = readList(probe.noun ?? '', json, { now })
  if (shape === null)
    return {
      tone: 'bad',
      says: 'JSON, but not a list that the console can read.',
      todo: 'Check that the path leads to a list.',
    }
  if (rows.length === 0) return { tone: 'ok', says: `A list (${shape}) without rows.`, todo: '' }
  const of = total === null || total <= rows.length ? '' : ` of ${total.toLocaleString()}`
  const size = `A list (${shape}), ${count(rows.length, 'row')}${of}`
  // A list is accepted only if a row has a field that identifies it.
  if (!rows.some((row) => fieldNamesOf(row).length > 0))
    return {
      tone: 'bad',
      says: `${size}, none with a name or id that the console can read.`,
      todo: notUnderstood,
    }
  const notes = [probe.noteFor?.(rows) ?? '', withoutIdWords(rows)].filter((words) => words !== '')
  const understood = readableFieldsIn(probe.noun ?? '', rows)
  return {
    tone: notes.length === 0 ? 'ok' : 'note',
    says: `${size}.${fieldWords(understood, findings)}`,
    todo: notes.join(' '),
  }
}

function objectWords(json: Json, { probe, now }: ProbeContext): Omit<Verdict, 'short'> {
  if (typeof json === 'string' && probe.noun === null)
    return { tone: 'note', says: 'Text. The test does not check whether it contains a flow.', todo: '' }
  const { object, findings } = readObject(probe.noun ?? '', json, { now })
  if (object === null)
    return { tone: 'bad', says: 'JSON, but not an object.', todo: 'Check that the path leads to an object.' }
  const size = `An object, ${count(Object.keys(object).length, 'field')}`
  if (probe.noun === null)
    return probe.isKnown?.(object) === false
      ? { tone: 'none', says: `${size}, not in the expected format.`, todo: probe.without ?? '' }
      : { tone: Object.keys(object).length === 0 ? 'bad' : 'ok', says: `${size}.`, todo: '' }
  const understood = readableFieldsIn(probe.noun, [object])
  if (understood.length === 0)
    return {
      tone: 'bad',
      says: 'An object without any known field.',
      todo: 'Check that the path leads to the right object.',
    }
  return { tone: 'ok', says: `An object (${findings.shape}).${fieldWords(understood, findings)}`, todo: '' }
}

/** Maximum number of characters shown of the service's error message. */
const maxSaid = 200
const saidBy = ({ text }: ProbeAnswer): string => {
  const said = sentenceInBody(text).trim().slice(0, maxSaid)
  return said === '' ? '' : ` The service says: “${said}”`
}

/** Explains an answer or its absence. */
export function explainAnswer(answer: ProbeAnswer | ProbeFailure, asked: ProbeContext): Verdict {
  if (answer.is === 'silent') return { tone: answer.why === 'stopped' ? 'none' : 'bad', ...silentWords(answer, asked) }
  const short = String(answer.status)
  const { isNeeded, without = '' } = asked.probe
  if (!isNeeded && isNotOffered(answer)) return { tone: 'none', short, says: 'Not offered.', todo: without }
  if (answer.status < 200 || answer.status > 299) {
    const { says, todo } = refusalOf(answer, asked)
    return { tone: 'bad', short, says: `${says}${saidBy(answer)}`, todo }
  }
  const words = goodWords(answer, asked)
  const moved = answer.movedTo === null ? '' : ` It was redirected to ${answer.movedTo}.`
  return {
    ...words,
    short,
    says: `${words.says}${moved}`,
    tone: words.tone === 'ok' && moved !== '' ? 'note' : words.tone,
  }
}

/** Summary of all answers; a shared problem is stated once. */
export function answersSummary(verdicts: readonly { tone: Verdict['tone']; short: string }[]): string {
  const [bad, notes] = ['bad', 'note'].map((tone) => verdicts.filter((one) => one.tone === tone))
  const asked = verdicts.length
  if (bad === undefined || bad.length === 0)
    return (notes?.length ?? 0) === 0 ? 'All endpoints work.' : 'All endpoints work, with notes.'
  const [first] = bad
  const isOne = bad.length > 1 && bad.every(({ short }) => short === first?.short)
  const all = bad.length === asked ? 'All endpoints failed' : `${bad.length} of ${asked} endpoints failed`
  return isOne ? `${all}, all with “${first?.short ?? ''}”.` : `${all}.`
}
