import { expect, test } from 'vitest'
import { z } from 'zod'
import { creatableChannelTypes, type CreatableChannelType } from '#contract/values/channel-type.ts'
import { describeChannel, type ChannelDescriptor } from './channel-descriptor.ts'
import { channelDescriptorOf, channelDescriptors } from './descriptors.ts'

const whole = {
  summary: 'A chat.',
  config: z.strictObject({ room: z.string() }),
  credentials: { token: { need: 'token' } },
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

/** Checked by the compiler: each line below it would be an error without the mark. */
test('what is forgotten of a type does not compile', () => {
  const { 'config.room': room, 'credentials.token': token } = whole.fields
  describeChannel(whole)
  // @ts-expect-error -- a key of the config without a row in the form
  describeChannel({ ...whole, fields: { 'credentials.token': token } })
  // @ts-expect-error -- a credential without a row in the form
  describeChannel({ ...whole, fields: { 'config.room': room } })
  // @ts-expect-error -- a field of the form that the config has not
  describeChannel({ ...whole, fields: { ...whole.fields, 'config.rooms': room } })
  const { price: _, ...free } = whole
  // @ts-expect-error -- no price
  describeChannel(free)
  const { afterDelete: __, ...endless } = whole
  // @ts-expect-error -- no word about what ends with it
  describeChannel(endless)
  const { slack: ___, ...fewer } = channelDescriptors
  // @ts-expect-error -- a type without a descriptor
  const all: Record<CreatableChannelType, ChannelDescriptor> = fewer
  expect(Object.keys(all)).toHaveLength(creatableChannelTypes.length - 1)
})

/** Names in a form and its credentials that its config and credentials do not have. */
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

test('servers and conditions of a form name what its config and credentials have', () => {
  expect(creatableChannelTypes.flatMap((type) => strangeNames(channelDescriptors[type]))).toEqual([])
})

test('a type that is made elsewhere has no descriptor', () => {
  expect(channelDescriptorOf('whatsapp')).toBeNull()
  expect(channelDescriptorOf('constructor')).toBeNull()
  expect(channelDescriptorOf('slack')).toBe(channelDescriptors.slack)
})
