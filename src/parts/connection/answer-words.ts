/** Explains the responses of a connection test, with remedies. Pure. */
import { timeoutMs } from '#api/request/early-requests.ts'
import type { ProbeResponse, ProbeFailure } from '#api/request/probe-address.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { readList } from '#api/dialect/read-list.ts'
import { readObject } from '#api/dialect/read-object.ts'
import { count } from '#lib/count.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { withoutIdWords } from '#parts/lists/list-words.ts'
import { isFieldsNoun, specsOf } from '#api/dialect/fields/spec.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'
import { failureInBody, sentenceInBody } from './body-messages.ts'
import type { Probe } from './probes.ts'

/** Whether a value is not empty. A list needs an item, an object a value that is not empty. */
function hasContent(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasContent)
  return !isAbsent(value)
}

/** The contract's fields that have a value in at least one row. */
function readableFieldsIn(noun: string, rows: readonly JsonRecord[]): string[] {
  const fields = isFieldsNoun(noun) ? specsOf(noun).map(({ field }) => field) : []
  return fields.filter((field) => rows.some((row) => isReturned(row, field) && hasContent(row[field])))
}

/** Fields that identify a row for the user. */
const identifyingFields = ['id', 'name', 'key', 'subject', 'number', 'flow', 'contact']
const fieldNamesOf = (row: JsonRecord): string[] =>
  identifyingFields.filter((field) => isReturned(row, field) && hasContent(row[field]))

export interface Verdict {
  /** `note`: the endpoint works, with a remark; `none`: not tested, or missing but not required. */
  tone: 'ok' | 'note' | 'none' | 'bad'
  /** Result in a word: "200", "No response". */
  short: string
  /** The explanation. */
  explanation: string
  /** The remedy; '' if none is needed. */
  remedy: string
}

export interface ProbeContext {
  probe: Pick<Probe, 'noun' | 'isList' | 'isRequired' | 'effectIfMissing' | 'rowNote' | 'isKnown'>
  /** The absolute base URL. */
  base: string
  /** The origin of this page. */
  pageOrigin: string
  /** Whether credentials were sent. */
  isSignedIn: boolean
  /** Current time in ms, to distinguish seconds from milliseconds in the response. */
  now: number
}

const originOf = (base: string): string => new URL(base).origin
const proxyAdvice = (base: string): string =>
  `Run the console as a proxy for that service: API_BASE_URL=${base} npm start. The console then forwards requests to it.`

function noResponseWords({ reason: why }: ProbeFailure, { base, pageOrigin }: ProbeContext): Omit<Verdict, 'tone'> {
  const serviceOrigin = originOf(base)
  if (why === 'timeout')
    return {
      short: 'Timed out',
      explanation: `No response within ${timeoutMs / 1000} s.`,
      remedy: 'Check whether the service is overloaded or a proxy delays requests.',
    }
  if (why === 'policy')
    return {
      short: 'Blocked',
      explanation: `The Content-Security-Policy of this page (connect-src) allows requests to its own address only, so ${serviceOrigin} was not contacted.`,
      remedy: proxyAdvice(base),
    }
  if (why === 'mixed')
    return {
      short: 'Blocked',
      explanation: 'This page was loaded over https, and browsers block its requests to http addresses.',
      remedy: `Use the https URL of the service. ${proxyAdvice(base)}`,
    }
  if (why === 'stopped') return { short: 'Stopped', explanation: 'Stopped before a response arrived.', remedy: '' }
  if (serviceOrigin === pageOrigin)
    return {
      short: 'No response',
      explanation: 'The connection failed, or no service is listening.',
      remedy: 'Check that the service is running.',
    }
  return {
    short: 'No response',
    explanation: `No service is running at ${serviceOrigin}, or it does not allow requests from ${pageOrigin} (CORS). Browsers do not report which.`,
    remedy: `Check that the service is running and allows ${pageOrigin}. If that is not possible: ${proxyAdvice(base)}`,
  }
}

const schemeOf = (challenge: string): string => /^\s*([\w-]+)/.exec(challenge)?.[1] ?? ''

function unauthorizedWords(
  { challenge }: ProbeResponse,
  { isSignedIn }: ProbeContext,
): { explanation: string; remedy: string } {
  const scheme = schemeOf(challenge)
  const schemeNote = scheme === '' ? '' : ` It requires “${scheme}”.`
  return isSignedIn
    ? {
        explanation: `The service rejected the credentials.${schemeNote}`,
        remedy: 'Check the sign-in method and whether the credentials are still valid.',
      }
    : {
        explanation: `The service requires a sign-in.${schemeNote}`,
        remedy: 'Choose a sign-in method and enter the credentials.',
      }
}

/** Texts for error statuses; the service's message is appended. */
function errorWords(answer: ProbeResponse, context: ProbeContext): { explanation: string; remedy: string } {
  const { status } = answer
  if (status === 401) return unauthorizedWords(answer, context)
  if (status === 403)
    return {
      explanation: context.isSignedIn ? 'These credentials have no read access.' : 'This requires a sign-in.',
      remedy: context.isSignedIn ? 'Grant read access in the service.' : 'Choose a sign-in method.',
    }
  if (status === 404 || status === 410)
    return { explanation: 'Nothing was found at this URL.', remedy: `Check the path of the base URL: ${context.base}` }
  if (status === 405 || status === 501)
    return { explanation: 'This URL does not allow GET requests.', remedy: 'Check the base URL.' }
  if (status === 421)
    return { explanation: 'The service does not accept this host name.', remedy: 'Use the host name of the service.' }
  if (status === 429) return { explanation: 'Too many requests.', remedy: 'Test again in a minute.' }
  if (status >= 502 && status <= 504)
    return {
      explanation: 'The gateway got no response from the service.',
      remedy: 'Check that the service is running.',
    }
  if (status >= 500)
    return { explanation: 'The service had an internal error.', remedy: 'Check the log of the service.' }
  return { explanation: `The request was rejected (${status}).`, remedy: 'Check the log of the service.' }
}

const isHtml = ({ contentType, text }: ProbeResponse): boolean =>
  contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text)

/** Whether a response means that the service lacks the endpoint. */
const isNotOffered = (answer: ProbeResponse): boolean =>
  [404, 405, 410, 501].includes(answer.status) || (answer.status < 500 && isHtml(answer))

function successWords(answer: ProbeResponse, context: ProbeContext): Omit<Verdict, 'short'> {
  const { probe } = context
  if (answer.isTruncated)
    return {
      tone: 'note',
      explanation: 'The response is larger than 8 MB. The rest was not read.',
      remedy: 'The console works, but is slower if the service returns everything at once.',
    }
  if (answer.text.trim() === '')
    return { tone: 'bad', explanation: 'An empty response.', remedy: 'Check the base URL. The console expects JSON.' }
  if (isHtml(answer))
    return {
      tone: 'bad',
      explanation: 'A web page instead of JSON.',
      remedy: 'The base URL leads to a website. The API is often below it, such as at /api or /api/v1.',
    }
  let json: Json
  try {
    json = JSON.parse(answer.text)
  } catch {
    return {
      tone: 'bad',
      explanation: `Not JSON (${answer.contentType || 'no content type'}).`,
      remedy: 'Check the base URL.',
    }
  }
  const failure = failureInBody(json)
  if (failure !== null)
    return {
      tone: 'bad',
      explanation: `The status is OK, but the body reports an error: ${failure}`,
      remedy: 'Fix this error in the service.',
    }
  return probe.isList ? listWords(json, context) : objectWords(json, context)
}

/** Maximum number of fields listed by name; the rest is counted. */
const maxNamed = 6

/** Names of the understood fields, and numbers of renamed, unknown and absent ones. */
function fieldWords(understoodFields: readonly string[], { mapped, raw, absent }: DialectFindings): string {
  const more = understoodFields.length - maxNamed
  const named = understoodFields.slice(0, maxNamed).join(', ').replaceAll('_', ' ')
  const parts = [
    ...(mapped.length > 0 ? [`${count(mapped.length, 'field')} under other names`] : []),
    ...(raw.length > 0 ? [`${raw.length} shown raw`] : []),
    ...(absent.length > 0 ? [`${absent.length} not returned`] : []),
  ]
  const all = `Understood: ${named}${more > 0 ? ` and ${more} more` : ''}.`
  return ` ${all}${parts.length === 0 ? '' : ` ${parts.join(', ')}.`}`
}

const unreadableRowsAdvice = 'Check that the path is right. The console can only show these rows as raw data.'

function listWords(json: Json, { probe, now }: ProbeContext): Omit<Verdict, 'short'> {
  const { rows, shape, total, findings } = readList(probe.noun ?? '', json, { now })
  if (shape === null)
    return {
      tone: 'bad',
      explanation: 'JSON, but not a list that the console can read.',
      remedy: 'Check that the path leads to a list.',
    }
  if (rows.length === 0) return { tone: 'ok', explanation: `A list (${shape}) without rows.`, remedy: '' }
  const of = total === null || total <= rows.length ? '' : ` of ${total.toLocaleString()}`
  const size = `A list (${shape}), ${count(rows.length, 'row')}${of}`
  // A list is accepted only if a row has a field that identifies it.
  if (!rows.some((row) => fieldNamesOf(row).length > 0))
    return {
      tone: 'bad',
      explanation: `${size}, none with a name or id that the console can read.`,
      remedy: unreadableRowsAdvice,
    }
  const notes = [probe.rowNote?.(rows) ?? '', withoutIdWords(rows)].filter((words) => words !== '')
  const understoodFields = readableFieldsIn(probe.noun ?? '', rows)
  return {
    tone: notes.length === 0 ? 'ok' : 'note',
    explanation: `${size}.${fieldWords(understoodFields, findings)}`,
    remedy: notes.join(' '),
  }
}

function objectWords(json: Json, { probe, now }: ProbeContext): Omit<Verdict, 'short'> {
  if (typeof json === 'string' && probe.noun === null)
    return { tone: 'note', explanation: 'Text. The test does not check its content.', remedy: '' }
  const { object, findings } = readObject(probe.noun ?? '', json, { now })
  if (object === null)
    return { tone: 'bad', explanation: 'JSON, but not an object.', remedy: 'Check that the path leads to an object.' }
  const size = `An object, ${count(Object.keys(object).length, 'field')}`
  if (probe.noun === null)
    return probe.isKnown?.(object) === false
      ? { tone: 'none', explanation: `${size}, not in the expected format.`, remedy: probe.effectIfMissing ?? '' }
      : { tone: Object.keys(object).length === 0 ? 'bad' : 'ok', explanation: `${size}.`, remedy: '' }
  const understoodFields = readableFieldsIn(probe.noun, [object])
  if (understoodFields.length === 0)
    return {
      tone: 'bad',
      explanation: 'An object without any known field.',
      remedy: 'Check that the path leads to the right object.',
    }
  return {
    tone: 'ok',
    explanation: `An object (${findings.shape}).${fieldWords(understoodFields, findings)}`,
    remedy: '',
  }
}

/** Maximum number of characters shown of the service's error message. */
const maxMessageLength = 200
const serviceMessage = ({ text }: ProbeResponse): string => {
  const message = sentenceInBody(text).trim().slice(0, maxMessageLength)
  return message === '' ? '' : ` The service says: “${message}”`
}

/** Explains a response, or why there is none. */
export function explainAnswer(answer: ProbeResponse | ProbeFailure, context: ProbeContext): Verdict {
  if (answer.is === 'silent')
    return { tone: answer.reason === 'stopped' ? 'none' : 'bad', ...noResponseWords(answer, context) }
  const short = String(answer.status)
  const { isRequired, effectIfMissing = '' } = context.probe
  if (!isRequired && isNotOffered(answer))
    return { tone: 'none', short, explanation: 'Not offered.', remedy: effectIfMissing }
  if (answer.status < 200 || answer.status > 299) {
    const { explanation, remedy } = errorWords(answer, context)
    return { tone: 'bad', short, explanation: `${explanation}${serviceMessage(answer)}`, remedy }
  }
  const words = successWords(answer, context)
  const redirectNote = answer.redirectedTo === null ? '' : ` It was redirected to ${answer.redirectedTo}.`
  return {
    ...words,
    short,
    explanation: `${words.explanation}${redirectNote}`,
    tone: words.tone === 'ok' && redirectNote !== '' ? 'note' : words.tone,
  }
}

/** Summary of all results; a shared problem is stated once. */
export function answersSummary(verdicts: readonly { tone: Verdict['tone']; short: string }[]): string {
  const [bad, notes] = ['bad', 'note'].map((tone) => verdicts.filter((one) => one.tone === tone))
  const total = verdicts.length
  if (bad === undefined || bad.length === 0)
    return (notes?.length ?? 0) === 0 ? 'The connection works.' : 'The connection works. Some responses have notes.'
  const [first] = bad
  const isOne = bad.length > 1 && bad.every(({ short }) => short === first?.short)
  const all = bad.length === total ? 'All endpoints failed' : `${bad.length} of ${total} endpoints failed`
  return isOne ? `${all}, all with “${first?.short ?? ''}”.` : `${all}.`
}
