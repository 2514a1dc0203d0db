/** Wrong arguments or a state in which the command cannot do its work: told to the person, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}
