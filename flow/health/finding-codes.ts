/** Finding codes that other modules use; separate from the checks, so that importing them is cheap. */

/** The type of a node belongs to another product: the node is kept, but does not run here. */
export const foreignType = 'unknown_type'
/** The type of a node is ours, but its code, expressions or settings are those of another product. */
export const foreignContent = 'foreign_content'
/** Whether a finding says that a step runs only in another product. */
export const isForeignStepCode = (code: string): boolean => code === foreignType || code === foreignContent

/** The flow has no trigger that runs here, but steps of another product may start it there. */
export const foreignTrigger = 'foreign_trigger'

/** An edge begins at an output that the step does not have here; `foreign`: the flow was made for another product. */
export const foreignOutput = 'foreign_output'
export const unknownOutput = 'unknown_output'

/** A trigger waits for messages or webhooks, but no channel starts it. */
export const noChannelStarts = 'no_channel_starts'

/** A message would contain a secret. At run time, the step fails with the same code. */
export const secretInMessage = 'secret_in_message'
/** The time of a wait would come from a secret. At run time, the step fails with the same code. */
export const secretInWait = 'secret_in_wait'
