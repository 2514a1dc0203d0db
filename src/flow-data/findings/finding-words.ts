/** Explanation and remedy of a finding, by its code. Pure. */
import type { Finding } from '#contract/flow.ts'

export interface FindingWords {
  /** Title for one or several findings of a kind. */
  title: string
  why: string
  todo: string
}

const inTheFile = 'Edit the flow in its original editor, then import the file again.'

const words: Record<string, FindingWords> = {
  empty_flow: {
    title: 'The flow is empty',
    why: 'The flow has no nodes to run.',
    todo: 'Import a file to create a new flow.',
  },
  no_trigger: {
    title: 'No trigger',
    why: 'No message, schedule or call starts this flow.',
    todo: `Add a trigger or enable the disabled one. ${inTheFile}`,
  },
  duplicate_id: {
    title: 'Duplicate id',
    why: 'It is not clear which of these nodes an edge leads to.',
    todo: `Give each node a unique id. ${inTheFile}`,
  },
  dangling_edge: {
    title: 'Edge without a target',
    why: 'A run that takes this edge ends there.',
    todo: `Connect the edge to an existing node or remove it. ${inTheFile}`,
  },
  missing_tool: {
    title: 'Missing tool',
    why: 'No tool with this key exists in this account. A run fails at this node.',
    todo: 'Choose a tool below, or create one with this key. It is then used automatically.',
  },
  missing_channel: {
    title: 'Missing channel',
    why: 'Messages cannot be received or sent.',
    todo: 'Choose a channel below.',
  },
  missing_secret: {
    title: 'Missing secret',
    why: 'The call is sent without the secret and is rejected.',
    todo: 'Choose a secret below, or create a global tool with this key and value. It is then used automatically.',
  },
  missing_model: {
    title: 'No model configured',
    why: 'Every run fails at this agent.',
    todo: 'Ask your administrator to configure a model, or disable the agent.',
  },
  no_channel_starts: {
    title: 'Trigger without a channel',
    why: 'No channel starts this trigger. The flow can only be started manually or through the API.',
    todo: 'Create a channel for this flow, or edit an existing channel under Channels and choose this flow.',
  },
  secret_in_config: {
    title: 'Possible secret in plain text',
    why: 'Anyone who can see the flow or its file can use it.',
    todo: `Store it as a secret global tool and use a reference to it. ${inTheFile}`,
  },
  secret_in_message: {
    title: 'Secret in a message',
    why: 'Anyone who reads the message or the conversation can use the secret.',
    todo: `Remove the secret from the text. ${inTheFile}`,
  },
  secret_in_wait: {
    title: 'Secret in a wait time',
    why: 'The time is stored with the run and visible to anyone who can see the run.',
    todo: `Enter the time directly or use a variable. ${inTheFile}`,
  },
  secret_in_subflow: {
    title: 'Secret passed to another flow',
    why: 'Input is stored with the run and visible, so the other flow gets •••• instead of the secret.',
    todo: `Use the secret in the other flow, in the node that needs it. ${inTheFile}`,
  },
  secret_in_prompt: {
    title: 'Secret in agent instructions',
    why: 'The model can read the secret and repeat it in a form that is not masked.',
    todo: `Use the secret in one of the agent’s tools, where the model cannot see it. ${inTheFile}`,
  },
  unreachable: {
    title: 'Unreachable',
    why: 'No path leads here from a trigger, so this never runs.',
    todo: `Connect it to the flow or remove it. ${inTheFile}`,
  },
  endless_cycle: {
    title: 'Endless loop',
    why: 'A run that enters it keeps running, and costing money, until it is stopped.',
    todo: `Add a condition that leaves the loop. ${inTheFile}`,
  },
  duplicate_name: {
    title: 'Duplicate name',
    why: 'Runs and messages refer to steps by name, so these nodes cannot be told apart.',
    todo: `Give each node a unique name. ${inTheFile}`,
  },
  parallel_edges: {
    title: 'Too many parallel edges',
    why: 'They connect the same two ports. The canvas draws some of them and counts the rest.',
    todo: `One edge is enough. ${inTheFile}`,
  },
  unusable_place: {
    title: 'Position out of range',
    why: 'The node is too far away to be found, so the canvas places it automatically.',
    todo: `Move it closer to the other nodes. ${inTheFile}`,
  },
  unusable_parent: {
    title: 'Missing group',
    why: 'Its group does not exist or is inside the node itself. The canvas draws it outside of groups.',
    todo: `Choose an existing group or none. ${inTheFile}`,
  },
  bad_schedule: {
    title: 'Invalid schedule',
    why: 'The trigger never starts the flow, or at the wrong time.',
    todo: inTheFile,
  },
  syntax: {
    title: 'Invalid code',
    why: 'Every run fails at this node.',
    todo: `Fix the code or expression at the position given. ${inTheFile}`,
  },
  bad_config: {
    title: 'Invalid settings',
    why: 'A run fails at this node or does not start.',
    todo: inTheFile,
  },
  missing_flow: {
    title: 'Missing flow',
    why: 'The node starts a flow that does not exist, so the run fails.',
    todo: `Import that flow or choose another one. ${inTheFile}`,
  },
  unknown_type: {
    title: 'Unsupported node type',
    why: 'It belongs to another product. The node is kept, but the flow cannot be activated with it.',
    todo: `Replace it with a supported node or disable it. ${inTheFile}`,
  },
}

const ofLevel: Record<Finding['level'], FindingWords> = {
  error: {
    title: 'Error',
    why: 'The flow cannot run until this is fixed.',
    todo: 'Fix the problem described above.',
  },
  warning: {
    title: 'Warning',
    why: 'The flow runs, but maybe not as intended.',
    todo: 'Check the message above.',
  },
  info: { title: 'Note', why: 'Information from the service.', todo: 'No action is needed.' },
}

/** The texts of a finding; for an unknown code those of its level. */
export const findingWords = ({ code, level }: Pick<Finding, 'code' | 'level'>): FindingWords =>
  (Object.hasOwn(words, code) ? words[code] : undefined) ?? ofLevel[level]
