/** What is left to correct in the draft of a channel, by field ("config.smtp.host"), in the words of the form. Pure. */
import type { FieldMessages } from '#api/errors.ts'
import { channel as channelApi, channelConfig } from '#contract/channel.ts'
import { readAmount } from '#lib/money/typed-amount.ts'
import { issueWords } from '#parts/forms/issue-words.ts'
import type { ProblemsBy } from '#parts/forms/use-draft-form.ts'
import { channelConfigIn, type ChannelDraft } from './channel-draft.ts'

export type ChannelProblems = ProblemsBy<string>

const server = (name: string): string[] =>
  ['host', 'port', 'secure', 'user', 'folder'].map((field) => `config.${name}.${field}`)

/** Fields of the form: what is said about a part of one stands at it. */
const channelFields: readonly string[] = [
  'name',
  'flow',
  'config.origins',
  'config.title',
  'config.greeting',
  'config.visitor_limit',
  'config.day_limit',
  'config.preset',
  'config.address',
  ...server('smtp'),
  ...server('imap'),
  'config.api_base',
  'credentials.smtp_password',
  'credentials.imap_password',
  'credentials.bot_token',
  'credentials.signing_secret',
]

const fieldOf = (path: string): string | null =>
  channelFields.find((name) => path === name || path.startsWith(`${name}.`)) ?? null

/** Whether the form has a field for a path of the service's messages. */
export const isChannelField = (path: string): boolean => fieldOf(path) !== null

/** What a form that is missed asks for, in place of a schema's words. */
const formWords: Record<string, string> = {
  'config.origins':
    'Use addresses like https://shop.example.com, one per line. * is not allowed, because any site could then show the web chat.',
  'config.address': 'Use an address like orders@example.com.',
  'config.api_base': 'Use a URL that begins with https://.',
  'config.smtp.port': 'Use a number from 1 to 65535.',
  'config.imap.port': 'Use a number from 1 to 65535.',
}

/** What is wrong with an amount; nothing where none is given. */
function amountProblems({ type, visitorLimit, dayLimit }: ChannelDraft): ChannelProblems {
  const typed: [string, string][] = [
    ['config.visitor_limit', visitorLimit],
    ['config.day_limit', dayLimit],
  ]
  return Object.fromEntries(
    typed.flatMap(([field, text]) => {
      const read = readAmount(text)
      return type === 'webchat' && text.trim() !== '' && 'problem' in read ? [[field, read.problem]] : []
    }),
  )
}

/** What has to be there. */
function missing({ type, name, address, smtp, imap, fetches }: ChannelDraft): ChannelProblems {
  const isEmail = type === 'email'
  const wanted: [string, boolean, string][] = [
    ['name', name.trim() === '', 'Enter a name.'],
    ['config.address', isEmail && address.trim() === '', 'Enter the address to send from.'],
    ['config.smtp.host', isEmail && smtp.host.trim() === '', 'Enter the outgoing mail server.'],
    ['config.imap.host', isEmail && fetches && imap.host.trim() === '', 'Enter the incoming mail server.'],
  ]
  return Object.fromEntries(wanted.filter(([, isMissing]) => isMissing).map(([field, , words]) => [field, words]))
}

/** Everything that speaks against saving, as far as it can be told without the service. */
export function channelProblems(draft: ChannelDraft): ChannelProblems {
  const found: Record<string, string> = {}
  const config = channelConfig[draft.type].safeParse(channelConfigIn(draft))
  for (const issue of config.error?.issues ?? []) {
    const field = fieldOf(['config', ...issue.path].map(String).join('.'))
    found[field ?? 'other'] ??= formWords[field ?? ''] ?? issueWords(issue)
  }
  const name = channelApi.create.body.shape.name.safeParse(draft.name.trim())
  const [first] = name.error?.issues ?? []
  if (first !== undefined) found['name'] = issueWords(first)
  return { ...found, ...amountProblems(draft), ...missing(draft) }
}

/** The service's messages at the fields of the form. Others are left out. */
export function channelServiceProblems(messages: FieldMessages): ChannelProblems {
  const found: Record<string, string> = {}
  for (const [path, texts] of Object.entries(messages)) {
    const field = fieldOf(path)
    if (field !== null) found[field] = [found[field] ?? '', ...texts].join(' ').trim()
  }
  return found
}
