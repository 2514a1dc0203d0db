/** Wrong arguments, or a state in which the command cannot work: printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}
