/** Texts for the actions of the activity log. Pure. */
import type { Activity } from '#contract/activity.ts'
import { channelPath, conversationPath, flowPath, toolPath } from '#ui/paths.ts'

/** Text between the actor and the object: "Olga created the flow Orders". */
const actionTexts: Readonly<Record<string, string>> = {
  'flow.create': 'created the flow',
  'flow.rename': 'changed the name or description of',
  'flow.remove': 'deleted the flow',
  'flow.restore': 'restored the flow',
  'flow.purge': 'permanently deleted the flow',
  'flow.import': 'imported the flow',
  'flow.duplicate': 'duplicated a flow as',
  'flow.activate': 'activated',
  'flow.pause': 'paused',
  'flow.archive': 'archived',
  'flow.tag': 'changed the tags of',
  'flow.bind': 'changed the bindings of',
  'flow.update': 'changed the definition of',
  'flow.makeLive': 'changed the live version of',
  'flow.makeDraft': 'restored a version as a draft of',
  'flow.discardDraft': 'threw away the draft of',
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
  'run.start': 'started the run',
  'run.cancel': 'cancelled the run',
  'run.retry': 'retried a run as',
  'run.startBulk': 'started a bulk action on',
  'run.stopBulk': 'stopped a bulk action on',
  'run.solveReasons': 'marked as solved:',
  'run.reopenReasons': 'marked as not solved:',
  'conversation.edit': 'changed the conversation',
  'budget.create': 'created a budget for',
  'budget.edit': 'changed the budget for',
  'budget.pause': 'paused flows by the budget for',
  'budget.remove': 'deleted the budget for',
  'alert.create': 'created the alert',
  'alert.edit': 'changed the alert',
  'alert.remove': 'deleted the alert',
  'alert.test': 'tested the alert',
  'incident.opened': 'opened an incident about',
  'incident.over': 'closed the incident about',
  'conversation.bulk': 'applied a bulk change to',
  'conversation.undo': 'undid a bulk change to',
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
  'session.failed': 'rejected a sign-in as',
  'setup.create': 'set up the account',
  'sample.create': 'added the sample workspace',
  'sample.remove': 'removed the sample workspace',
}

const ownValue = (all: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/** Text of an action. An unknown one is shown by its name: "flow.publish" becomes "flow publish". */
export const activityWords = (action: string): string =>
  ownValue(actionTexts, action) ?? action.replaceAll(/[._]/g, ' ')

const pathsByNoun: Readonly<Record<string, (id: string) => string>> = {
  flow: flowPath,
  tool: toolPath,
  channel: channelPath,
  conversation: conversationPath,
}

/** Actions on many objects, which have no common page. */
const bulkActions = new Set(['conversation.bulk', 'conversation.undo'])

/** The URL of an action's object; null if it has no page, or the action removed it. */
export function pathOfObject({ action, object }: Pick<Activity, 'action' | 'object'>): string | null {
  if (object === null || /\.(remove|purge)$/.test(action) || bulkActions.has(action)) return null
  return Object.hasOwn(pathsByNoun, object.noun) ? (pathsByNoun[object.noun]?.(object.id) ?? null) : null
}

/** Options of the filter by action; a noun matches all actions on it. */
export const activityGroups = [
  { value: '', label: 'Everything' },
  { value: 'flow', label: 'Flows' },
  { value: 'tool', label: 'Tools' },
  { value: 'channel', label: 'Channels' },
  { value: 'run', label: 'Runs' },
  { value: 'conversation', label: 'Conversations' },
  { value: 'person', label: 'People' },
  { value: 'key', label: 'Keys' },
  { value: 'incident', label: 'Incidents' },
  { value: 'alert', label: 'Alerts' },
  { value: 'session', label: 'Sign-in and sign-out' },
  { value: 'session.failed', label: 'Failed sign-ins' },
  { value: 'sample', label: 'Sample workspace' },
] as const
type ActivityGroup = (typeof activityGroups)[number]['value']

/** The filter in the URL; an unknown group is ignored. */
export const readActivityGroup = (text: string | null): ActivityGroup =>
  activityGroups.find((group) => group.value === text)?.value ?? ''
