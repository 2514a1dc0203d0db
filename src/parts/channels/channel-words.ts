/** Statuses of a channel in words, with the remedy. Pure. */
import type { Channel, ChannelDetail } from '#contract/channel.ts'
import { formatClock, formatDay, type TimeOptions } from '#lib/time/format-time.ts'

export interface ChannelWords {
  /** The problem; empty if there is none. */
  problem: string
  /** Effect and remedy of the problem. */
  advice: string
}

/** Beginnings of a sentence with advice: advice of the service replaces the default. */
const advicePattern =
  /^(?:add|allow|approve|ask|change|check|choose|close|connect|contact|edit|enable|enter|go|grant|log in|open|pay|reconnect|remove|renew|replace|restart|resume|retry|set|sign|switch|test|top up|try|turn|update|verify|wait (?!for))\b/i

const sentencesOf = (text: string): string[] =>
  text
    .trim()
    .split(/(?<=[.!?])\s+(?=\p{Lu}|\p{N})/u)
    .filter((sentence) => sentence !== '')

/** Adds a full stop if there is no punctuation at the end. */
const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** "13:58", on another day "18 Nov, 14:26". */
function momentOf(iso: string, time: TimeOptions): string {
  const at = Date.parse(iso)
  const clock = formatClock(at, time.zone, time.locale)
  const day = formatDay(iso, time)
  return day === formatDay(new Date(time.now).toISOString(), time) ? clock : `${day}, ${clock}`
}

/** " since 13:58"; '' if unknown. */
const since = (iso: string | null | undefined, time: TimeOptions): string =>
  iso == null || Number.isNaN(Date.parse(iso)) ? '' : ` since ${momentOf(iso, time)}`

const credentialError = /auth|credential|password|login|token/i

/** Whether the last error is about the credentials. */
export const needsCredentials = ({ last_error: error }: Channel): boolean =>
  error !== null && credentialError.test(error.code)

/** Advice about an error, by common words in its code. */
const helpByCode: readonly (readonly [RegExp, string])[] = [
  [credentialError, 'Update the credentials of this channel.'],
  [
    /signature|hmac/i,
    'Enter the secret of this channel at the sender. If it is lost, rotate it here and enter the new one there.',
  ],
  [/unreach|timeout|refused|network|dns/i, 'Check that the device or server is switched on and can be reached.'],
  [/bounce|reject/i, 'Remove the addresses that bounced.'],
  [/rate|throttl|quota|limit/i, 'Wait until the provider accepts messages again, or raise the limit there.'],
]

const helpFor = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : helpByCode.find(([pattern]) => pattern.test(code))?.[1]

const signInAgain = 'Sign in again at the provider.'

function defaultAdvice({ status, type, last_error: error }: Channel): string {
  switch (status) {
    case 'error':
      return helpFor(error?.code) ?? 'Check the last error and fix it at the provider.'
    case 'reauth_required':
      return signInAgain
    case 'disconnected':
      return type === 'webhook'
        ? 'Check that the sender still uses the address.'
        : 'Reconnect the channel at the provider.'
    case 'paused':
      return 'No replies are sent until the channel is resumed.'
    case 'connecting':
      return ''
    default:
      return helpFor(error?.code) ?? ''
  }
}

/** Sentence about queued messages; '' if there are none, or the number is unknown. */
function queuedMessagesText(count: number, status: string): string {
  // An unknown number is NaN.
  if (!(count > 0)) return ''
  const many = count.toLocaleString()
  if (status === 'connected') return count === 1 ? '1 message is queued.' : `${many} messages are queued.`
  return count === 1
    ? '1 message is queued and will be sent automatically.'
    : `${many} messages are queued and will be sent automatically.`
}

/** The first sentence, derived from the status. */
function leadOf(channel: Channel, time: TimeOptions, statusSince: string | null, hasReason: boolean): string {
  const { status } = channel
  switch (status) {
    case 'error':
      return `${channel.pending_count > 0 ? 'Unable to send' : 'Not working'}${since(statusSince, time)}.`
    case 'reauth_required':
      return hasReason ? '' : 'The provider requires a new sign-in.'
    case 'disconnected':
      return hasReason ? '' : `Not connected${since(statusSince ?? channel.last_event_at, time)}.`
    case 'paused':
      return hasReason ? '' : 'Paused.'
    case 'connecting':
      return hasReason ? '' : 'Connecting.'
    default:
      return ''
  }
}

/** The problem of a connected channel. */
function qualityProblem({ quality, last_error: error }: Channel): string {
  if (quality !== 'low') return ''
  return error === null || error.message === ''
    ? 'The provider rates messages from this channel as low quality.'
    : asSentence(error.message)
}

/**
 * The problem of a channel with its start and reason, and its effect with the remedy. Advice of the service replaces
 * the default.
 * @param statusSince start of the current status; null if unknown
 */
export function channelWords(channel: Channel, time: TimeOptions, statusSince: string | null = null): ChannelWords {
  const { status, last_error: error } = channel
  const sentences = sentencesOf(channel.status_reason ?? '')
  const first = sentences.findIndex((sentence) => advicePattern.test(sentence))
  const reasons = first === -1 ? sentences : sentences.slice(0, first)
  const serviceAdvice = first === -1 ? [] : sentences.slice(first)
  if (reasons.length === 0 && status === 'error' && error !== null) reasons.push(error.message)
  if (reasons.length === 0 && status === 'connected') reasons.push(qualityProblem(channel))
  const problemSentences = reasons.filter((text) => text !== '').map(asSentence)
  const problem = [leadOf(channel, time, statusSince, problemSentences.length > 0), ...problemSentences]
    .filter((text) => text !== '')
    .join(' ')
  const queueMention = new RegExp(`\\b${channel.pending_count} (?:call|event|mail|message|repl|text)`, 'i')
  const queued = problemSentences.some((text) => queueMention.test(text))
    ? ''
    : queuedMessagesText(channel.pending_count, status)
  const advice = serviceAdvice.length > 0 ? serviceAdvice.join(' ') : problem === '' ? '' : defaultAdvice(channel)
  return { problem, advice: [queued, advice].filter((text) => text !== '').join(' ') }
}

const idleWords: Record<string, string> = { draft: 'a draft', paused: 'paused', archived: 'archived' }

/** Effect on incoming messages while the flow of a channel does not run; null if it runs, or its status is unknown. */
export function idleFlowWords({
  type,
  flow,
  flow_status: status = 'active',
}: Pick<ChannelDetail, 'type' | 'flow' | 'flow_status'>): string | null {
  if (flow === null || status === 'active') return null
  const became = type === 'webhook' ? 'Incoming requests are rejected' : 'Incoming messages are stored but start no run'
  return `Its flow is ${idleWords[status] ?? status}. ${became} until the flow is active.`
}
