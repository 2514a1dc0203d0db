/** Validation messages of a channel draft, by field ("config.smtp.host"). Pure. */
import type { FieldMessages } from '#api/errors.ts'
import { channel as channelApi } from '#contract/channel.ts'
import type { ChannelField } from '#contract/channels/channel-descriptor.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import { readAmount } from '#lib/money/typed-amount.ts'
import { issueWords } from '#parts/forms/issue-words.ts'
import type { ProblemsBy } from '#parts/forms/use-draft-form.ts'
import { channelConfigIn, configFieldsOf, configText, hasServer, type ChannelDraft } from './channel-draft.ts'

export type ChannelProblems = ProblemsBy<string>

/** Path of a field, or the paths of its parts if it has several inputs. */
const partsOf = (path: string, field: ChannelField | null): string[] =>
  field?.kind === 'server' ? ['host', 'port', 'secure', 'user', 'folder'].map((part) => `${path}.${part}`) : [path]

/** Fields of the form. A problem of a nested path is shown at the field that contains it. */
const channelFields: readonly string[] = [
  'name',
  'flow',
  ...new Set(
    Object.values(channelDescriptors).flatMap(({ fields }) =>
      // A credential without a separate field is part of the field of its server.
      Object.entries(fields).flatMap(([path, field]) =>
        field !== null || path.startsWith('credentials.') ? partsOf(path, field) : [],
      ),
    ),
  ),
]

const fieldOf = (path: string): string | null =>
  channelFields.find((name) => path === name || path.startsWith(`${name}.`)) ?? null

/** Whether the form has a field for a path in the service's error response. */
export const isChannelField = (path: string): boolean => fieldOf(path) !== null

/** Messages of the form that replace those of the config schema, by field. */
function formWords(type: CreatableChannelType): Readonly<Record<string, string | undefined>> {
  const words = configFieldsOf(type).map(([name, field]) =>
    field.kind === 'server'
      ? [`config.${name}.port`, 'Use a number from 1 to 65535.']
      : [`config.${name}`, 'invalidMessage' in field ? field.invalidMessage : undefined],
  )
  return Object.fromEntries(words)
}

/** Problems of the amounts that are not empty. */
const amountProblems = (draft: ChannelDraft): ChannelProblems =>
  Object.fromEntries(
    configFieldsOf(draft.type).flatMap(([name, { kind }]) => {
      const text = configText(draft, name)
      const read = readAmount(text)
      return kind === 'amount' && text.trim() !== '' && 'problem' in read ? [[`config.${name}`, read.problem]] : []
    }),
  )

/** Message about a required field that is blank; null if it is filled in or optional. */
function missingWords(draft: ChannelDraft, name: string, field: ChannelField): [path: string, words: string] | null {
  if (!('missingMessage' in field) || field.missingMessage === undefined) return null
  const isServer = field.kind === 'server'
  if (isServer && !hasServer(draft, name, field)) return null
  const path = isServer ? `${name}.host` : name
  return configText(draft, path).trim() === '' ? [`config.${path}`, field.missingMessage] : null
}

/** Messages about missing required fields. */
const missingFieldProblems = (draft: ChannelDraft): ChannelProblems =>
  Object.fromEntries([
    ...(draft.name.trim() === '' ? [['name', 'Enter a name.']] : []),
    ...configFieldsOf(draft.type).flatMap(([name, field]) => {
      const words = missingWords(draft, name, field)
      return words === null ? [] : [words]
    }),
  ])

/** All problems that can be found without a request. */
export function channelProblems(draft: ChannelDraft): ChannelProblems {
  const problems: Record<string, string> = {}
  const words = formWords(draft.type)
  const config = channelDescriptors[draft.type].config.safeParse(channelConfigIn(draft))
  for (const issue of config.error?.issues ?? []) {
    const field = fieldOf(['config', ...issue.path].map(String).join('.'))
    problems[field ?? 'other'] ??= words[field ?? ''] ?? issueWords(issue)
  }
  const name = channelApi.create.body.shape.name.safeParse(draft.name.trim())
  const [first] = name.error?.issues ?? []
  if (first !== undefined) problems['name'] = issueWords(first)
  return { ...problems, ...amountProblems(draft), ...missingFieldProblems(draft) }
}

/** The service's messages, by field of the form. Messages about other fields are omitted. */
export function channelServiceProblems(messages: FieldMessages): ChannelProblems {
  const problems: Record<string, string> = {}
  for (const [path, texts] of Object.entries(messages)) {
    const field = fieldOf(path)
    if (field !== null) problems[field] = [problems[field] ?? '', ...texts].join(' ').trim()
  }
  return problems
}
