/** Types of channels. Source: docs/api.md, "Channels". */

/** Kept small, because every page loads it; descriptors of creatable types are in contract/channels/descriptors.ts. */
const rows = [
  { type: 'webchat', label: 'Web chat', icon: 'message-square', isCreatable: true },
  { type: 'webhook', label: 'Webhook', icon: 'webhook', isCreatable: true },
  { type: 'email', label: 'Email', icon: 'mail', isCreatable: true },
  { type: 'telegram', label: 'Telegram', icon: 'send', isCreatable: true },
  { type: 'whatsapp', label: 'WhatsApp', icon: 'message-circle', isCreatable: false },
  { type: 'slack', label: 'Slack', icon: 'hash', isCreatable: true },
  { type: 'sms', label: 'SMS', icon: 'smartphone', isCreatable: false },
  { type: 'voice', label: 'Voice', icon: 'phone', isCreatable: false },
  { type: 'custom', label: 'Custom', icon: 'plug', isCreatable: false },
] as const
type Row = (typeof rows)[number]

/** Name of an icon, which src/parts/channels/channel-type.tsx renders. */
export type ChannelIcon = Row['icon']
/** Channel types that can be created in this service; the others occur in sample data and other services. */
export type CreatableChannelType = Extract<Row, { isCreatable: true }>['type']

export const channelTypes = rows.map(({ type }) => type)
export const creatableChannelTypes = rows.flatMap((row) => (row.isCreatable ? [row.type] : []))

const rowOf = (type: string): Row | undefined => rows.find((row) => row.type === type)

/** Display name; the type itself if it is unknown. */
export const channelLabel = (type: string): string => rowOf(type)?.label ?? type

export const channelIcon = (type: string): ChannelIcon => rowOf(type)?.icon ?? 'plug'
