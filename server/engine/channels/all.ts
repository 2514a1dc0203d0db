/** All channel types that the service implements. */
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import type { ChannelKind } from './channel-type.ts'
import { email } from './email.ts'
import { slack } from './slack.ts'
import { telegram } from './telegram.ts'
import { webchat } from './webchat.ts'
import { webhook } from './webhook.ts'

export const channelKinds: Record<CreatableChannelType, ChannelKind> = { webchat, webhook, email, telegram, slack }
