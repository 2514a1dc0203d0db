/** Readable names of value types, by the name that zod uses for what a schema expects. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

/** "Use a whole number." */
export const valueTypeWords = (expected: string): string => `Use ${kinds[expected] ?? 'another value'}.`
