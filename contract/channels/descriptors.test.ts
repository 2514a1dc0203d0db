import { expect, test } from 'vitest'
import { z } from 'zod'
import { creatableChannelTypes, type CreatableChannelType } from '#contract/values/channel-type.ts'
import { describeChannel, type ChannelDescriptor } from './channel-descriptor.ts'
import { channelDescriptorOf, channelDescriptors } from './descriptors.ts'

const whole = {
  summary: 'A chat.',
  config: z.strictObject({ room: z.string() }),
  credentials: { token: { requiredName: 'token' } },
  fields: {
    'config.room': { kind: 'text', format: 'words', label: 'Room' },
    'credentials.token': { kind: 'credential', label: 'Token' },
  },
  ownSecret: null,
  address: null,
  firstStatus: 'checked',
  identity: () => ({ identifier: null, provider: null }),
  price: 0n,
  steps: [],
  afterDelete: 'It is silent.',
} as const

/** Checked by the compiler: the line below each mark must be a type error. */
test('an incomplete descriptor does not compile', () => {
  const { 'config.room': room, 'credentials.token': token } = whole.fields
  describeChannel(whole)
  // @ts-expect-error -- a key of the config without a form field
  describeChannel({ ...whole, fields: { 'credentials.token': token } })
  // @ts-expect-error -- a credential without a form field
  describeChannel({ ...whole, fields: { 'config.room': room } })
  // @ts-expect-error -- a form field that the config does not have
  describeChannel({ ...whole, fields: { ...whole.fields, 'config.rooms': room } })
  const { price: _, ...free } = whole
  // @ts-expect-error -- no price
  describeChannel(free)
  const { afterDelete: __, ...endless } = whole
  // @ts-expect-error -- no text about the effect of deletion
  describeChannel(endless)
  const { slack: ___, ...fewer } = channelDescriptors
  // @ts-expect-error -- a type without a descriptor
  const all: Record<CreatableChannelType, ChannelDescriptor> = fewer
  expect(Object.keys(all)).toHaveLength(creatableChannelTypes.length - 1)
})

/** Names that the form fields and credentials refer to but that do not exist. */
const strangeNames = ({ fields, credentials, config }: ChannelDescriptor): string[] => [
  ...Object.values(fields).flatMap((field) => {
    if (field?.kind === 'server') return Object.hasOwn(credentials, field.credential) ? [] : [field.credential]
    if (field?.kind !== 'credential' || field.hiddenBy === undefined) return []
    return Object.hasOwn(config.shape, field.hiddenBy.field) ? [] : [field.hiddenBy.field]
  }),
  ...Object.values(credentials).flatMap(({ server }) =>
    server === undefined || fields[`config.${server}`]?.kind === 'server' ? [] : [server],
  ),
]

test('form fields and credentials refer to existing credentials, fields and servers', () => {
  expect(creatableChannelTypes.flatMap((type) => strangeNames(channelDescriptors[type]))).toEqual([])
})

test('a type that cannot be created in this service has no descriptor', () => {
  expect(channelDescriptorOf('whatsapp')).toBeNull()
  expect(channelDescriptorOf('constructor')).toBeNull()
  expect(channelDescriptorOf('slack')).toBe(channelDescriptors.slack)
})
