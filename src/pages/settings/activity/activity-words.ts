/** Actions of the activity log in words. Pure. */
import type { Activity } from '#contract/activity.ts'
import { channelPath, conversationPath, flowPath, toolPath } from '#ui/paths.ts'

/** After the name of the actor: "made the flow Orders". */
const deeds: Readonly<Record<string, string>> = {
  'flow.create': 'created the flow',
  'flow.rename': 'changed the name or description of',
  'flow.remove': 'deleted the flow',
  'flow.import': 'imported the flow',
  'flow.duplicate': 'duplicated a flow as',
  'flow.activate': 'activated',
  'flow.pause': 'paused',
  'flow.archive': 'archived',
  'flow.tag': 'changed the tags of',
  'flow.bind': 'changed the bindings of',
  'tool.create': 'created the tool',
  'tool.edit': 'changed the tool',
  'tool.remove': 'deleted the tool',
  'tool.attempt': 'tried the tool',
  'channel.create': 'connected the channel',
  'channel.edit': 'changed the channel',
  'channel.remove': 'deleted the channel',
  'channel.pause': 'paused the channel',
  'channel.resume': 'resumed the channel',
  'channel.test': 'tested the channel',
  'channel.rotate': 'rotated the secret of the channel',
  'channel.replay': 'replayed a delivery of the channel',
  'run.start': 'started a run of',
  'run.cancel': 'cancelled a run of',
  'run.retry': 'ran again',
  'conversation.edit': 'changed the conversation',
  'budget.create': 'created a budget for',
  'budget.edit': 'changed the budget for',
  'budget.remove': 'deleted the budget for',
  'conversation.bulk': 'changed in bulk',
  'conversation.undo': 'undid a change of',
  'conversation.reply': 'replied in the conversation',
  'conversation.note': 'wrote a note in the conversation',
  'contact.edit': 'changed the contact',
  'view.create': 'saved the view',
  'view.edit': 'changed the view',
  'view.place': 'pinned or unpinned the view',
  'view.remove': 'deleted the view',
  'person.create': 'added',
  'person.edit': 'changed the role, name or password of',
  'person.remove': 'removed',
  'key.create': 'created the key',
  'key.remove': 'revoked the key',
  'me.password': 'changed their password',
  'session.create': 'signed in',
  'session.remove': 'signed out',
  'session.failed': 'a sign-in failed',
  'setup.create': 'set up the account',
  'sample.create': 'added the sample workspace',
  'sample.remove': 'removed the sample workspace',
}

const own = (all: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/** An unknown action is its own name: "flow.publish" reads "flow publish". */
export const activityWords = (action: string): string => own(deeds, action) ?? action.replaceAll(/[._]/g, ' ')

const pathsByNoun: Readonly<Record<string, (id: string) => string>> = {
  flow: flowPath,
  tool: toolPath,
  channel: channelPath,
  conversation: conversationPath,
}

/** These actions concern many objects, without a page. */
const aboutMany = new Set(['conversation.bulk', 'conversation.undo'])

/** The URL of an action's object; null if it has no page, or the action removed it. */
export function pathOfObject({ action, object }: Pick<Activity, 'action' | 'object'>): string | null {
  if (object === null || action.endsWith('.remove') || aboutMany.has(action)) return null
  return Object.hasOwn(pathsByNoun, object.noun) ? (pathsByNoun[object.noun]?.(object.id) ?? null) : null
}

/** Filter by kind of action: all actions on a noun. */
export const activityGroups = [
  { value: '', label: 'Everything' },
  { value: 'flow', label: 'Flows' },
  { value: 'tool', label: 'Tools' },
  { value: 'channel', label: 'Channels' },
  { value: 'run', label: 'Runs' },
  { value: 'conversation', label: 'Conversations' },
  { value: 'person', label: 'People' },
  { value: 'key', label: 'Keys' },
  { value: 'session', label: 'Sign-in and sign-out' },
  { value: 'session.failed', label: 'Failed sign-ins' },
  { value: 'sample', label: 'Sample workspace' },
] as const
type DeedGroup = (typeof activityGroups)[number]['value']

/** The filter in the URL; an unknown group is ignored. */
export const readActivityGroup = (text: string | null): DeedGroup =>
  activityGroups.find((group) => group.value === text)?.value ?? ''
