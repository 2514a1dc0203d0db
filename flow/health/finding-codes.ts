/** Finding codes that other modules use; separate from the checks, so that importing them is cheap. */

/** A trigger waits for messages or webhooks, but no channel starts it. */
export const noChannelStarts = 'no_channel_starts'

/** A message would contain a secret. At run time, the step fails with the same code. */
export const secretInMessage = 'secret_in_message'
/** The time of a wait would come from a secret. At run time, the step fails with the same code. */
export const secretInWait = 'secret_in_wait'
