/** Labels of a tool's fields, for its form and its panel. Pure. */

/** Labels of the fields outside the config. */
export const toolLabels = [
  ['name', 'Name'],
  ['key', 'Key'],
  ['description', 'Description'],
  ['enabled', 'Enabled'],
  ['input_schema', 'Input'],
  ['output_schema', 'Output'],
] as const

const toolWords = new Map<string, string>(toolLabels)

const configWords = new Map([
  ['method', 'Method'],
  ['url', 'Address'],
  ['headers', 'Headers'],
  ['query', 'Query'],
  ['body', 'Body'],
  ['auth', 'Sign-in'],
  ['timeout_ms', 'Time limit, ms'],
  ['language', 'Language'],
  ['expression', 'Expression'],
  ['source', 'Source'],
  ['model', 'Model'],
  ['instructions', 'Instructions'],
  ['tools', 'Allowed tools'],
  ['temperature', 'Temperature'],
  ['max_tokens', 'Maximum output'],
  ['value', 'Value'],
  ['type', 'Type'],
  ['secret', 'Secret'],
])

/** Label of a config field: "url" has the label "Address". */
export const configWord = (field: string): string => configWords.get(field) ?? field

/** Label of a field by its path: "Input" for "input_schema", "Address" for "config.url" and for paths within it. */
export function fieldWord(path: string): string {
  const [first = '', second = ''] = path.split('.', 2)
  return first === 'config' ? configWord(second) : (toolWords.get(path) ?? path)
}
