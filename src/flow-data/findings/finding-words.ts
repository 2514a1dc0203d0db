/** Explanation and remedy of a finding, by its code. Pure. */
import type { Finding } from '#contract/flow.ts'

export interface FindingText {
  /** Title for one or several findings of a kind. */
  title: string
  reason: string
  remedy: string
}

const editFileHint = 'Edit the flow in its original editor, then import the file again.'

const texts: Record<string, FindingText> = {
  empty_flow: {
    title: 'The flow is empty',
    reason: 'The flow has no steps to run.',
    remedy: 'Import a file to create a new flow.',
  },
  no_trigger: {
    title: 'No trigger',
    reason: 'No message, schedule or call starts this flow.',
    remedy: `Add a trigger or enable the disabled one. ${editFileHint}`,
  },
  duplicate_id: {
    title: 'Duplicate id',
    reason: 'It is not clear which of these steps an edge leads to.',
    remedy: `Give each step a unique id. ${editFileHint}`,
  },
  dangling_edge: {
    title: 'Edge to a missing step',
    reason: 'One end of the edge does not exist, so no run can follow it.',
    remedy: `Connect the edge to an existing step or remove it. ${editFileHint}`,
  },
  missing_tool: {
    title: 'Missing tool',
    reason: 'No tool with this key exists in this account. A run fails at this step.',
    remedy: 'Choose a tool below, or create one with this key. It is then used automatically.',
  },
  missing_channel: {
    title: 'Missing channel',
    reason: 'Messages cannot be received or sent.',
    remedy: 'Choose a channel below.',
  },
  missing_secret: {
    title: 'Missing secret',
    reason: 'The call is sent without the secret and is rejected.',
    remedy: 'Choose a secret below, or create a global tool with this key and value. It is then used automatically.',
  },
  missing_model: {
    title: 'No model is set up',
    reason: 'Every run fails at this agent.',
    remedy: 'Ask your administrator to configure a model.',
  },
  no_channel_starts: {
    title: 'Trigger without a channel',
    reason: 'No channel starts this trigger. The flow can only be started manually or through the API.',
    remedy: 'Create a channel for this flow, or edit an existing channel under Channels and choose this flow.',
  },
  secret_in_config: {
    title: 'Possible secret in plain text',
    reason: 'Anyone who can see the flow or its file can use it.',
    remedy: `Store it as a secret global tool and use a reference to it. ${editFileHint}`,
  },
  secret_in_message: {
    title: 'Secret in a message',
    reason: 'Anyone who reads the message or the conversation can use the secret.',
    remedy: `Remove the secret from the text. ${editFileHint}`,
  },
  secret_in_wait: {
    title: 'Secret in a wait time',
    reason: 'The time is stored with the run and visible to anyone who can see the run.',
    remedy: `Enter the time directly or use a variable. ${editFileHint}`,
  },
  secret_in_subflow: {
    title: 'Secret passed to another flow',
    reason: 'Input is stored with the run and visible, so the other flow gets •••• instead of the secret.',
    remedy: `Use the secret in the other flow, in the step that needs it. ${editFileHint}`,
  },
  secret_in_prompt: {
    title: 'Secret in agent instructions',
    reason: 'The model can read the secret and repeat it in a form that is not masked.',
    remedy: `Use the secret in one of the agent’s tools, where the model cannot see it. ${editFileHint}`,
  },
  unreachable: {
    title: 'Unreachable',
    reason: 'No path leads here from a trigger, so this never runs.',
    remedy: `Connect it to the flow or remove it. ${editFileHint}`,
  },
  endless_cycle: {
    title: 'Endless loop',
    reason: 'A run that enters it keeps running, and costing money, until it is stopped.',
    remedy: `Add a condition that leaves the loop. ${editFileHint}`,
  },
  duplicate_name: {
    title: 'Duplicate name',
    reason: 'Connections and expressions of n8n refer to steps by name, so it is unclear which step they mean.',
    remedy: `Give each step a unique name. ${editFileHint}`,
  },
  parallel_edges: {
    title: 'Too many parallel edges',
    reason: 'They connect the same two ports. The canvas draws some of them and counts the rest.',
    remedy: `One edge is enough. ${editFileHint}`,
  },
  unusable_place: {
    title: 'Position out of range',
    reason: 'The step is too far away to be found, so the canvas places it automatically.',
    remedy: `Move it closer to the other steps. ${editFileHint}`,
  },
  unusable_parent: {
    title: 'Missing group',
    reason: 'Its group does not exist or is inside the step itself. The canvas draws it outside of groups.',
    remedy: `Choose an existing group or none. ${editFileHint}`,
  },
  bad_schedule: {
    title: 'Invalid schedule',
    reason: 'The trigger never starts the flow, or at the wrong time.',
    remedy: editFileHint,
  },
  syntax: {
    title: 'Invalid code',
    reason: 'Every run fails at this step.',
    remedy: `Fix the code or expression at the position given. ${editFileHint}`,
  },
  bad_config: {
    title: 'Invalid settings',
    reason: 'A run fails at this step or does not start.',
    remedy: editFileHint,
  },
  missing_flow: {
    title: 'Missing flow',
    reason: 'The step starts a flow that does not exist, so the run fails.',
    remedy: `Import that flow or choose another one. ${editFileHint}`,
  },
  unknown_type: {
    title: 'Runs only in another product',
    reason: 'The step is kept and exported unchanged, but does not run here.',
    remedy: `To activate the flow here, replace the step or disable it. ${editFileHint}`,
  },
  foreign_content: {
    title: 'Written for another product',
    reason: 'The code, expressions or settings of the step work only there, so the step does not run here.',
    remedy: `To activate the flow here, replace the step or disable it. ${editFileHint}`,
  },
  foreign_output: {
    title: 'Output only in another product',
    reason: 'Here the step does not have this output, so a run does not follow its edges.',
    remedy: `To continue here, connect an output that the step has. ${editFileHint}`,
  },
  unknown_output: {
    title: 'Edge from a missing output',
    reason: 'The step does not have this output, so no run follows its edges.',
    remedy: `Connect an output that the step has. ${editFileHint}`,
  },
  foreign_trigger: {
    title: 'Starts only in another product',
    reason: 'No trigger of this flow runs here.',
    remedy: `To activate the flow here, add a trigger. ${editFileHint}`,
  },
}

const textsByLevel: Record<Finding['level'], FindingText> = {
  error: {
    title: 'Error',
    reason: 'The flow cannot run until this is fixed.',
    remedy: 'Fix the problem described above.',
  },
  warning: {
    title: 'Warning',
    reason: 'The flow runs, but maybe not as intended.',
    remedy: 'Check the message above.',
  },
  info: { title: 'Note', reason: 'Information from the service.', remedy: 'No action is needed.' },
}

/** The texts of a finding; for an unknown code those of its level. */
export const findingText = ({ code, level }: Pick<Finding, 'code' | 'level'>): FindingText =>
  (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? textsByLevel[level]
