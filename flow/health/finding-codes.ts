/** Codes of findings that somebody beside the check itself asks for; apart from it, so that they bring nothing else. */

/** No channel leads to a trigger that waits for one. */
export const noChannelStarts = 'no_channel_starts'

/** A message would send a secret; a step that would fails with the same code. */
export const secretInMessage = 'secret_in_message'
/** A wait would take its time from a secret; a step that would fails with the same code. */
export const secretInWait = 'secret_in_wait'
