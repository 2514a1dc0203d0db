/** Which channels need somebody: counted in the navigation, and first on their page. Pure. */
import type { Channel, ChannelStatus } from '#contract/channel.ts'

export const needyStatuses: readonly ChannelStatus[] = ['error', 'reauth_required', 'disconnected']

const needy = new Set<string>(needyStatuses)

/** Whether somebody has to do something. */
export const needsPerson = ({ status }: Pick<Channel, 'status'>): boolean => needy.has(status)
