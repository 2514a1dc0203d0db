/** Channel types: icon and word of each, in one table. */
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
import type { ChannelType } from '#contract/values/channel-type.ts'

interface Look {
  word: string
  icon: LucideIcon
}

const looks: Record<ChannelType, Look> = {
  webchat: { word: 'Web chat', icon: MessageSquare },
  webhook: { word: 'Webhook', icon: Webhook },
  email: { word: 'Email', icon: Mail },
  telegram: { word: 'Telegram', icon: Send },
  whatsapp: { word: 'WhatsApp', icon: MessageCircle },
  slack: { word: 'Slack', icon: Hash },
  sms: { word: 'SMS', icon: Smartphone },
  voice: { word: 'Voice', icon: Phone },
  custom: { word: 'Custom', icon: Plug },
}

/** A type that nobody here knows keeps its own word. */
const lookIn = (all: Record<string, Look>, type: string): Look =>
  (Object.hasOwn(all, type) ? all[type] : undefined) ?? { word: type || '—', icon: Plug }

export const channelTypeWord = (type: string): string => lookIn(looks, type).word

/** The icon alone; `named` where no word stands beside it. */
export function ChannelTypeIcon({
  type,
  named = false,
  className = '',
}: {
  type: string
  named?: boolean
  className?: string
}) {
  const { word, icon: Icon } = lookIn(looks, type)
  return named ? (
    <Icon className={className} role="img" aria-label={word} aria-hidden={undefined} />
  ) : (
    <Icon className={className} aria-hidden="true" />
  )
}

/** The icon on a quiet tile of 28 px: cards and panel heads. */
export const ChannelTile = ({ type }: { type: string }) => (
  <span className="grid size-7 flex-none place-items-center rounded-sm bg-hover text-text-2">
    <ChannelTypeIcon type={type} />
  </span>
)
