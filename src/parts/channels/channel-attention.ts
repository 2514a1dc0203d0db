/** Which channels need somebody: counted in the navigation, and first on their page. Pure. */
import { channelStatuses, type Channel, type ChannelStatus } from '#contract/channel.ts'

export const needyStatuses: readonly ChannelStatus[] = ['error', 'reauth_required', 'disconnected']

const needy = new Set<string>(needyStatuses)

/** Whether somebody has to do something. */
export const needsPerson = ({ status }: Pick<Channel, 'status'>): boolean => needy.has(status)

const atWork = new Set<string>(channelStatuses.filter((status) => !needy.has(status)))

/** Whether all is as it should be; false also for a state that is not known, or not told. */
export const isAtWork = ({ status }: Pick<Channel, 'status'>): boolean => atWork.has(status)
