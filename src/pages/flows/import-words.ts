/** What an import has to say, in words. Pure. */
import type { ImportResult } from '#contract/flow.ts'
import type { Refusal } from '#flow/read.ts'
import { count } from '#lib/count.ts'

const formats: Record<string, string> = {
  'flow-template': 'flow template',
  generic: 'nodes and edges',
  n8n: 'n8n, converted',
  'node-red': 'Node-RED, converted',
}

/** The format of a file for a person. */
export const formatWord = (format: string): string =>
  (Object.hasOwn(formats, format) ? formats[format] : undefined) ?? format

/** "Line 3, column 14"; "" where the reason has no place. */
export function placeOf({ line, column }: Refusal): string {
  if (line === undefined) return ''
  return column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`
}

/** "2 tools are missing here: a, b."; one line for each kind of thing; empty where nothing is missing. */
export function missingWords({ missing, redacted }: ImportResult): string[] {
  const lines: string[] = []
  const say = (keys: readonly string[], one: string) => {
    if (keys.length > 0)
      lines.push(`${count(keys.length, `${one} is`, `${one}s are`)} missing here: ${keys.join(', ')}.`)
  }
  say(missing.tools, 'tool')
  say(missing.channels, 'channel')
  say(missing.secrets, 'secret')
  const found = redacted.length
  if (found > 0)
    lines.push(
      `${count(found, 'secret was', 'secrets were')} taken out of the file and became ${found === 1 ? 'a reference' : 'references'}.`,
    )
  return lines
}

/** The same for a toast: one line. */
export function missingSummary({ missing }: ImportResult): string {
  const parts = [
    missing.tools.length > 0 ? count(missing.tools.length, 'tool') : '',
    missing.channels.length > 0 ? count(missing.channels.length, 'channel') : '',
    missing.secrets.length > 0 ? count(missing.secrets.length, 'secret') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `Missing here: ${parts.join(', ')}`
}

/** The same words only once, with how often they apply. */
export function eachOnce(lines: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1)
  return [...times].map(([line, often]) => (often === 1 ? line : `${line} (${often.toLocaleString()} times)`))
}
