/** Types of channels. Source: docs/api.md, "Channels". */

/** Short, because every page loads it: the rest of a creatable type is in contract/channels/descriptors.ts. */
const rows = [
  { type: 'webchat', label: 'Web chat', icon: 'message-square', isMade: true },
  { type: 'webhook', label: 'Webhook', icon: 'webhook', isMade: true },
  { type: 'email', label: 'Email', icon: 'mail', isMade: true },
  { type: 'telegram', label: 'Telegram', icon: 'send', isMade: true },
  { type: 'whatsapp', label: 'WhatsApp', icon: 'message-circle', isMade: false },
  { type: 'slack', label: 'Slack', icon: 'hash', isMade: true },
  { type: 'sms', label: 'SMS', icon: 'smartphone', isMade: false },
  { type: 'voice', label: 'Voice', icon: 'phone', isMade: false },
  { type: 'custom', label: 'Custom', icon: 'plug', isMade: false },
] as const
type Row = (typeof rows)[number]

/** Drawn by src/parts/channels/channel-type.tsx. */
export type ChannelIcon = Row['icon']
/** Channel types that can be created in this service; the others occur in sample data and other services. */
export type MadeType = Extract<Row, { isMade: true }>['type']

export const channelTypes = rows.map(({ type }) => type)
export const madeTypes = rows.flatMap((row) => (row.isMade ? [row.type] : []))

const rowOf = (type: string): Row | undefined => rows.find((row) => row.type === type)

/** Display name; an unknown type keeps its own name. */
export const channelLabel = (type: string): string => rowOf(type)?.label ?? type

export const channelIcon = (type: string): ChannelIcon => rowOf(type)?.icon ?? 'plug'
