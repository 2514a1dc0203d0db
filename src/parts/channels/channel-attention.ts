/** Which channels need somebody: counted in the navigation, and first on their page. Pure. */
import { channelStatuses, type Channel, type ChannelStatus } from '#contract/channel.ts'

export const attentionStatuses: readonly ChannelStatus[] = ['error', 'reauth_required', 'disconnected']

const needy = new Set<string>(attentionStatuses)

/** Whether somebody has to do something. */
export const needsAttention = ({ status }: Pick<Channel, 'status'>): boolean => needy.has(status)

const atWork = new Set<string>(channelStatuses.filter((status) => !needy.has(status)))

/** Whether all is as it should be; false also for a state that is not known, or not told. */
export const isWorking = ({ status }: Pick<Channel, 'status'>): boolean => atWork.has(status)
