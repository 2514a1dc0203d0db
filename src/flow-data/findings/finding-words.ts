/** Explanation and remedy of a finding, by its code. Pure. */
import type { Finding } from '#contract/flow.ts'

export interface FindingWords {
  /** For one or several of a kind. */
  title: string
  why: string
  todo: string
}

const inTheFile = 'Change it where the flow is made, then import the file again.'

const words: Record<string, FindingWords> = {
  empty_flow: {
    title: 'The flow is empty',
    why: 'There is nothing to run.',
    todo: 'Import a file; it becomes a flow of its own.',
  },
  no_trigger: {
    title: 'No trigger',
    why: 'Nothing ever starts this flow: no message, no schedule, no call.',
    todo: `Add a trigger, or switch on the one that is disabled. ${inTheFile}`,
  },
  duplicate_id: {
    title: 'Same id twice',
    why: 'An edge to this id could mean either node.',
    todo: `Give each node an id of its own. ${inTheFile}`,
  },
  dangling_edge: {
    title: 'Edge to nowhere',
    why: 'A run that takes this edge has nowhere to go on.',
    todo: `Lead the edge to a node that is there, or take it out. ${inTheFile}`,
  },
  missing_tool: {
    title: 'Tool missing here',
    why: 'The node calls a tool that this account has not got, so the run would fail there.',
    todo: 'Choose a tool below, or create one with this key: it is then used by itself.',
  },
  missing_channel: {
    title: 'Channel missing here',
    why: 'Messages would come from nowhere or go nowhere.',
    todo: 'Choose a channel below.',
  },
  missing_secret: {
    title: 'Secret without a value',
    why: 'The call goes out without it and is refused.',
    todo: 'Choose a secret below, or create a global tool with this key and the value: it is then used by itself.',
  },
  missing_model: {
    title: 'No model to ask',
    why: 'A run would fail at this agent each time.',
    todo: 'Ask whoever runs the service to set up a model, or switch the agent off.',
  },
  no_channel_starts: {
    title: 'Nothing comes in here',
    why: 'No channel leads to this trigger: only people start the flow here, by hand, or programs by the API.',
    todo: 'Create a channel for this flow, or choose the flow at a channel that is there: Channels, then Edit.',
  },
  secret_in_config: {
    title: 'Looks like a secret, in the open',
    why: 'Everybody who can see the flow or its file could use it.',
    todo: `Keep it as a global tool that is a secret, and write a reference to it. ${inTheFile}`,
  },
  secret_in_message: {
    title: 'Secret in a message',
    why: 'Whoever gets the message could use the secret, and so could everybody who reads the conversation.',
    todo: `Remove the secret from the text. ${inTheFile}`,
  },
  secret_in_wait: {
    title: 'Secret in the time of a wait',
    why: 'The time is stored with the run and shown to everybody who sees the run.',
    todo: `Write the time itself, or keep it in a variable. ${inTheFile}`,
  },
  secret_in_subflow: {
    title: 'Secret passed to another flow',
    why: 'Input is stored with the run and shown. The other flow gets •••• in place of the secret.',
    todo: `Name the secret in the other flow, at the node that needs it. ${inTheFile}`,
  },
  secret_in_prompt: {
    title: 'Secret in the instructions of an agent',
    why: 'The model reads the secret and can repeat it in a form that is not recognized and masked.',
    todo: `Use the secret in a tool of the agent. The model does not see it there. ${inTheFile}`,
  },
  unreachable: {
    title: 'Never reached',
    why: 'No way leads here from a trigger, so this never runs.',
    todo: `Join it to the flow, or take it out. ${inTheFile}`,
  },
  endless_cycle: {
    title: 'Circle without an exit',
    why: 'A run that comes here goes round until it is stopped, and costs all the while.',
    todo: `Add a condition with a way out. ${inTheFile}`,
  },
  duplicate_name: {
    title: 'Same name twice',
    why: 'Runs and messages name the step; nobody can tell which one is meant.',
    todo: `Give each a name of its own. ${inTheFile}`,
  },
  parallel_edges: {
    title: 'Many edges side by side',
    why: 'They lie between the same two ports; the canvas draws the first ones and counts the others.',
    todo: `One edge is enough for a run to come there. ${inTheFile}`,
  },
  unusable_place: {
    title: 'Out of reach',
    why: 'So far out nothing could be found again; the canvas places the node itself.',
    todo: `Move it to the others. ${inTheFile}`,
  },
  unusable_parent: {
    title: 'In no group',
    why: 'The group it names is not there, or lies within it; the canvas draws it outside of groups.',
    todo: `Put it into a group that is there, or into none. ${inTheFile}`,
  },
  bad_schedule: {
    title: 'A time that cannot be kept',
    why: 'The trigger would never start the flow, or not when it is meant to.',
    todo: inTheFile,
  },
  syntax: {
    title: 'Code that cannot be read',
    why: 'A run would fail at this node.',
    todo: `Mend the code or expression at the place that is named. ${inTheFile}`,
  },
  bad_config: {
    title: 'Settings that do not work',
    why: 'A run would fail at this node, or not begin.',
    todo: inTheFile,
  },
  missing_flow: {
    title: 'Flow missing here',
    why: 'The node starts a flow that is not there, so the run would fail.',
    todo: `Import that flow, or name another one. ${inTheFile}`,
  },
  unknown_type: {
    title: 'Type that does not run here',
    why: 'It belongs to another product. The node is kept as it is, and the flow is not activated with it.',
    todo: `Put a node in its place that does the same here, or switch it off. ${inTheFile}`,
  },
}

const ofLevel: Record<Finding['level'], FindingWords> = {
  error: {
    title: 'Something is wrong',
    why: 'The service does not let the flow run with it.',
    todo: 'Mend what the message says.',
  },
  warning: {
    title: 'Something to look at',
    why: 'The flow runs, perhaps not as it is meant to.',
    todo: 'Look at what the message says.',
  },
  info: { title: 'Note', why: 'The service wants it to be known.', todo: 'Nothing has to be done.' },
}

/** The texts of a finding; for an unknown code those of its level. */
export const findingWords = ({ code, level }: Pick<Finding, 'code' | 'level'>): FindingWords =>
  (Object.hasOwn(words, code) ? words[code] : undefined) ?? ofLevel[level]
