/** Status and address of a channel, derived from its configuration alone. */
import { channelDescriptorOf, channelDescriptors } from '#contract/channels/descriptors.ts'
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { webhookState, type ChannelState } from '#server/store/channels/channel-start.ts'

/** Display name of the first required credential that is missing; null if none is. */
function missingCredential(
  type: CreatableChannelType,
  config: JsonRecord,
  given: Readonly<Record<string, string>>,
): string | null {
  const needs = Object.entries(channelDescriptors[type].credentials).flatMap(([name, { requiredName, server }]) => {
    // A server without sign-in has no user in the config.
    const isRequired = server === undefined || textOf(recordOf(config[server])['user']) !== ''
    return requiredName !== null && isRequired && given[name] === undefined ? [requiredName] : []
  })
  return needs[0] ?? null
}

/** Initial status, before the provider is contacted; channels without a provider are connected immediately. */
export function initialChannelState(
  type: CreatableChannelType,
  config: JsonRecord,
  credentials: Readonly<Record<string, string>>,
  flowId: string | null,
): ChannelState {
  const { firstStatus } = channelDescriptors[type]
  if (firstStatus === 'by_flow') return webhookState(flowId)
  const missing = missingCredential(type, config, credentials)
  if (missing !== null)
    return { status: 'disconnected', reason: `The ${missing} is missing. Edit the channel to add it.` }
  if (firstStatus === 'connected') return { status: 'connected', reason: null }
  return { status: 'connecting', reason: 'Checking the connection.' }
}

/** Address for senders or visitors; null if the type has none. `origin` of the service: "https://flows.example.com". */
export function channelAddress(type: string, token: string | null, origin: string): string | null {
  const address = channelDescriptorOf(type)?.address ?? null
  if (token === null || address === null) return null
  if (address === 'page') return `${origin}/webchat/${token}`
  return `${origin}/api/hook/${token}/${address === 'events' ? 'events/' : ''}`
}
