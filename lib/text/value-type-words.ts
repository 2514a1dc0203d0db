/** Readable names of value types, by the name of the expected type in zod. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

/** Message for a value of the wrong type: "Use a whole number." */
export const valueTypeWords = (expected: string): string => `Use ${kinds[expected] ?? 'another value'}.`
