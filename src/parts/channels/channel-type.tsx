/** The icon and the word of a channel type. */
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

/** An unknown type is its own name. */
export const channelTypeWord = (type: string): string => channelLabel(type) || '—'

/** The icon alone; `named` if no text is beside it. */
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
