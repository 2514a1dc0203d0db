/** Channel statuses that need attention; such channels are counted in the navigation and listed first. Pure. */
import { channelStatuses, type Channel, type ChannelStatus } from '#contract/channel.ts'

export const attentionStatuses: readonly ChannelStatus[] = ['error', 'reauth_required', 'disconnected']

const needy = new Set<string>(attentionStatuses)

/** Whether the user has to fix the channel. */
export const needsAttention = ({ status }: Pick<Channel, 'status'>): boolean => needy.has(status)

const atWork = new Set<string>(channelStatuses.filter((status) => !needy.has(status)))

/** Whether the channel works; false also for an unknown or absent status. */
export const isWorking = ({ status }: Pick<Channel, 'status'>): boolean => atWork.has(status)
