/** Every path of the console. No path is spelled anywhere else. */
import { generatePath } from 'react-router'

export const paths = {
  home: '/',
  signIn: '/sign-in',
  setUp: '/set-up',
  flows: '/flows',
  flow: '/flows/:id',
  tools: '/tools',
  channels: '/channels',
  inbox: '/inbox',
  billing: '/billing',
  settings: '/settings',
  settingsSection: '/settings/:section?',
} as const

export const flowPath = (id: string): string => generatePath(paths.flow, { id })
/** A flow with one of its nodes open. */
export const nodePath = (id: string, node: string): string => `${flowPath(id)}?${new URLSearchParams({ node })}`

/** A flow with one of its runs laid over its canvas. */
export const laidRunPath = (flow: string, run: string): string => `${flowPath(flow)}?${new URLSearchParams({ run })}`

/** A page with one thing of it open beside the list. */
const opened = (path: string, name: string, id: string): string => `${path}?${new URLSearchParams({ [name]: id })}`

export const toolPath = (id: string): string => opened(paths.tools, 'tool', id)
export const channelPath = (id: string): string => opened(paths.channels, 'channel', id)
export const conversationPath = (id: string): string => opened(paths.inbox, 'conversation', id)
/** What came and went through a channel, and what ran for it. */
export const channelConversationsPath = (id: string): string => opened(paths.inbox, 'channel', id)
export const channelRunsPath = (id: string): string => opened(paths.billing, 'channel', id)
/** The runs of one flow, with everything that can be asked of runs. */
export const flowRunsPath = (flow: string): string => opened(paths.billing, 'flow', flow)
export const failedRunsPath = (flow: string): string =>
  `${paths.billing}?${new URLSearchParams({ flow, status: 'failed' })}`
/** The conversations that hold these words. */
export const conversationSearchPath = (q: string): string => opened(paths.inbox, 'q', q)
export const runPath = (id: string): string => opened(paths.billing, 'run', id)

export const settingsPath = (section: string): string => generatePath(paths.settingsSection, { section })

/** The sign-in page, which leads back to where one wanted to go. */
export const signInPath = (next: string): string =>
  next === '/' || next === '' ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(next)}`

/** A path of this console out of an untrusted parameter: never another site's address. */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.startsWith('//') || next.startsWith('/\\')) return paths.home
  return next
}
