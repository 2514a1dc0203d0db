/** Finding codes that other modules use; separate from the checks, so that importing them is cheap. */

/** No channel starts a trigger that waits for one. */
export const noChannelStarts = 'no_channel_starts'

/** A message would contain a secret; at run time the step fails with the same code. */
export const secretInMessage = 'secret_in_message'
/** A wait would read its time from a secret; at run time the step fails with the same code. */
export const secretInWait = 'secret_in_wait'
