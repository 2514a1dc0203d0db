/** Explanation of a test answer and its remedy. Pure. */
import { timeoutMs } from '#api/request/early-requests.ts'
import type { ProbeAnswer, ProbeFailure } from '#api/request/probe-address.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { readList } from '#api/dialect/read-list.ts'
import { readObject } from '#api/dialect/read-object.ts'
import { count } from '#lib/count.ts'
import type { Json } from '#lib/json/json.ts'
import { withoutIdWords } from '#parts/lists/list-words.ts'
import { failureInBody, sentenceInBody } from './body-messages.ts'
import type { Probe } from './probes.ts'
import { fieldNamesOf, readableFieldsIn } from './readable-fields.ts'

export interface Verdict {
  /** `note`: works, with a remark; `none`: not offered, and not needed. */
  tone: 'ok' | 'note' | 'none' | 'bad'
  /** "200", "No answer". */
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
  /** In ms; used to tell seconds from milliseconds in the answer. */
  now: number
}

const originOf = (base: string): string => new URL(base).origin
const inFront = (base: string): string =>
  `Start the console in front of that service: API_BASE_URL=${base} npm start. Then it answers at this console’s own address.`

function silentWords({ why }: ProbeFailure, { base, here }: ProbeContext): Omit<Verdict, 'tone'> {
  const there = originOf(base)
  if (why === 'timeout')
    return {
      short: 'Too late',
      says: `No answer within ${timeoutMs / 1000} s.`,
      todo: 'Look whether the service is busy, or whether something on the way holds requests back.',
    }
  if (why === 'policy')
    return {
      short: 'Forbidden here',
      says: `This page may ask its own address alone (its Content-Security-Policy says connect-src), so ${there} was not asked.`,
      todo: inFront(base),
    }
  if (why === 'mixed')
    return {
      short: 'Forbidden here',
      says: 'This page came by https, and browsers let it ask no address of http.',
      todo: `Use the https address of the service. ${inFront(base)}`,
    }
  if (why === 'stopped') return { short: 'Stopped', says: 'It was stopped before the answer came.', todo: '' }
  if (there === here)
    return { short: 'No answer', says: 'The line broke, or nothing listens.', todo: 'Look whether the service runs.' }
  return {
    short: 'No answer',
    says: `Either nothing answers at ${there}, or it does not allow pages of ${here} (CORS). Browsers do not tell which.`,
    todo: `Look whether it runs. Allow ${here} there, or: ${inFront(base)}`,
  }
}

const schemeOf = (challenge: string): string => /^\s*([\w-]+)/.exec(challenge)?.[1] ?? ''

function refusedWords({ challenge }: ProbeAnswer, { isSignedIn }: ProbeContext): { says: string; todo: string } {
  const scheme = schemeOf(challenge)
  const asksFor = scheme === '' ? '' : ` It asks for “${scheme}”.`
  return isSignedIn
    ? {
        says: `The service does not accept what was sent to sign in.${asksFor}`,
        todo: 'Check the kind of sign-in, and whether what you typed is still valid.',
      }
    : {
        says: `The service asks for a sign-in.${asksFor}`,
        todo: 'Choose a kind of sign-in and type what belongs to it.',
      }
}

/** Texts for error statuses; followed by the service's own message. */
function refusalOf(answer: ProbeAnswer, asked: ProbeContext): { says: string; todo: string } {
  const { status } = answer
  if (status === 401) return refusedWords(answer, asked)
  if (status === 403)
    return {
      says: asked.isSignedIn ? 'Whoever signs in so may not read this.' : 'It is not for those who are not signed in.',
      todo: asked.isSignedIn ? 'Give these rights at the service.' : 'Choose a kind of sign-in.',
    }
  if (status === 404 || status === 410)
    return { says: 'There is nothing at this address.', todo: `Check the path of the base URL: ${asked.base}` }
  if (status === 405 || status === 501) return { says: 'It is not to be read here.', todo: 'Check the base URL.' }
  if (status === 421) return { says: 'The service does not know itself by this name.', todo: 'Use its own name.' }
  if (status === 429) return { says: 'Too many requests in a short time.', todo: 'Test again in a minute.' }
  if (status >= 502 && status <= 504)
    return { says: 'What stands before the service gets no answer from it.', todo: 'Look whether the service runs.' }
  if (status >= 500) return { says: 'The service has a fault of its own.', todo: 'Look into its log.' }
  return { says: `It was refused (${status}).`, todo: '' }
}

const isHtml = ({ contentType, text }: ProbeAnswer): boolean =>
  contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text)

/** Whether the service does not have the endpoint. */
const isAbsent = (answer: ProbeAnswer): boolean =>
  [404, 405, 410, 501].includes(answer.status) || (answer.status < 500 && isHtml(answer))

function goodWords(answer: ProbeAnswer, asked: ProbeContext): Omit<Verdict, 'short'> {
  const { probe } = asked
  if (answer.isCut)
    return {
      tone: 'note',
      says: 'More than 8 MB in one answer. It is not read further for a test.',
      todo: 'The console works with it, and needs longer where the service gives everything at once.',
    }
  if (answer.text.trim() === '') return { tone: 'bad', says: 'An empty answer.', todo: 'JSON belongs here.' }
  if (isHtml(answer))
    return {
      tone: 'bad',
      says: 'A page for people, no answer for programs.',
      todo: 'The base URL leads to a website. The API is often below it, such as at /api or /api/v1.',
    }
  let json: Json
  try {
    json = JSON.parse(answer.text)
  } catch {
    return { tone: 'bad', says: `No JSON (${answer.contentType || 'without a type'}).`, todo: 'Check the base URL.' }
  }
  const failure = failureInBody(json)
  if (failure !== null)
    return { tone: 'bad', says: `The status is good, but the body says that it failed: ${failure}`, todo: '' }
  return probe.isList ? listWords(json, asked) : objectWords(json, asked)
}

/** Maximum fields that are listed by name; the rest is counted. */
const maxNamed = 6

/** The understood fields by name, and the others. */
function fieldWords(understood: readonly string[], { mapped, raw, absent }: DialectFindings): string {
  const more = understood.length - maxNamed
  const named = understood.slice(0, maxNamed).join(', ').replaceAll('_', ' ')
  const parts = [
    ...(mapped.length > 0 ? [`${count(mapped.length, 'field')} under other names`] : []),
    ...(raw.length > 0 ? [`${raw.length} shown raw`] : []),
    ...(absent.length > 0 ? [`${absent.length} not given`] : []),
  ]
  const all = `Understood: ${named}${more > 0 ? ` and ${more} more` : ''}.`
  return ` ${all}${parts.length === 0 ? '' : ` ${parts.join(', ')}.`}`
}

const notUnderstood =
  'Check that the path leads to what was asked for. The console shows such rows as they are, and no more.'

function listWords(json: Json, { probe, now }: ProbeContext): Omit<Verdict, 'short'> {
  const { rows, shape, total, findings } = readList(probe.noun ?? '', json, { now })
  if (shape === null)
    return { tone: 'bad', says: 'JSON, but no list that is understood.', todo: 'Check that the path leads to a list.' }
  if (rows.length === 0) return { tone: 'ok', says: `A list (${shape}) without rows.`, todo: '' }
  const of = total === null || total <= rows.length ? '' : ` of ${total.toLocaleString()}`
  const size = `A list (${shape}), ${count(rows.length, 'row')}${of}`
  // A list of anything does not count: one of these fields has to identify a row.
  if (!rows.some((row) => fieldNamesOf(row).length > 0))
    return {
      tone: 'bad',
      says: `${size}, and none of them has a name or an id that is understood.`,
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
    return { tone: 'note', says: 'A text. Whether it holds a flow is seen when it is opened.', todo: '' }
  const { object, findings } = readObject(probe.noun ?? '', json, { now })
  if (object === null) return { tone: 'bad', says: 'JSON, but no object.', todo: 'Check that the path leads to one.' }
  const size = `An object, ${count(Object.keys(object).length, 'field')}`
  if (probe.noun === null)
    return probe.isKnown?.(object) === false
      ? { tone: 'none', says: `${size}, and not what the console knows by this name.`, todo: probe.without ?? '' }
      : { tone: Object.keys(object).length === 0 ? 'bad' : 'ok', says: `${size}.`, todo: '' }
  const understood = readableFieldsIn(probe.noun, [object])
  if (understood.length === 0)
    return {
      tone: 'bad',
      says: 'An object in which no field is understood.',
      todo: 'Check that the path leads to one.',
    }
  return { tone: 'ok', says: `An object (${findings.shape}).${fieldWords(understood, findings)}`, todo: '' }
}

/** Maximum characters of the service's own error message. */
const maxSaid = 200
const saidBy = ({ text }: ProbeAnswer): string => {
  const said = sentenceInBody(text).trim().slice(0, maxSaid)
  return said === '' ? '' : ` It says: “${said}”`
}

/** The explanation of an answer. */
export function explainAnswer(answer: ProbeAnswer | ProbeFailure, asked: ProbeContext): Verdict {
  if (answer.is === 'silent') return { tone: answer.why === 'stopped' ? 'none' : 'bad', ...silentWords(answer, asked) }
  const short = String(answer.status)
  const { isNeeded, without = '' } = asked.probe
  if (!isNeeded && isAbsent(answer)) return { tone: 'none', short, says: 'Not offered.', todo: without }
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

/** A summary of all answers: a problem that they share is stated once. */
export function answersSummary(verdicts: readonly { tone: Verdict['tone']; short: string }[]): string {
  const [bad, notes] = ['bad', 'note'].map((tone) => verdicts.filter((one) => one.tone === tone))
  const asked = verdicts.length
  if (bad === undefined || bad.length === 0)
    return (notes?.length ?? 0) === 0 ? 'All of it answers.' : 'All of it answers, with notes.'
  const [first] = bad
  const isOne = bad.length > 1 && bad.every(({ short }) => short === first?.short)
  const all =
    bad.length === asked ? 'Nothing answers as it should' : `${bad.length} of ${asked} do not answer as they should`
  return isOne ? `${all}, all with “${first?.short ?? ''}”.` : `${all}.`
}
