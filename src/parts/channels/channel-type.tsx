/** Icon and display name of channel types. */
import {
  Hash,
  Mail,
  MessageCircle,
  MessageSquare,
  Phone,
  Plug,
  Send,
  Smartphone,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import { channelIcon, channelLabel, type ChannelIcon } from '#contract/values/channel-type.ts'

const icons: Record<ChannelIcon, LucideIcon> = {
  hash: Hash,
  mail: Mail,
  'message-circle': MessageCircle,
  'message-square': MessageSquare,
  phone: Phone,
  plug: Plug,
  send: Send,
  smartphone: Smartphone,
  webhook: Webhook,
}

/** Display name of a channel type; an unknown type is shown by its name. */
export const channelTypeWord = (type: string): string => channelLabel(type) || '—'

/** The icon of a channel type. `named`: with an accessible name, for use without text beside it. */
export function ChannelTypeIcon({
  type,
  named = false,
  className = '',
}: {
  type: string
  named?: boolean
  className?: string
}) {
  const Icon = icons[channelIcon(type)]
  return named ? (
    <Icon className={className} role="img" aria-label={channelTypeWord(type)} aria-hidden={undefined} />
  ) : (
    <Icon className={className} aria-hidden="true" />
  )
}

/** The icon on a neutral tile of 28 px: cards and panel heads. */
export const ChannelTile = ({ type }: { type: string }) => (
  <span className="grid size-7 flex-none place-items-center rounded-sm bg-hover text-text-2">
    <ChannelTypeIcon type={type} />
  </span>
)
