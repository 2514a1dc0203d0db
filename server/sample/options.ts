/** Arguments of `npm run sample`. */
import { parseArgs } from 'node:util'
import { sampleSizes } from './sample.ts'
import type { SampleSizes } from './sample-progress.ts'

export interface SampleArguments extends SampleSizes {
  remove: boolean
  /** E-mail of a person in the account; null = the only account. */
  email: string | null
  help: boolean
}

/** Maximum sizes; larger ones take too long. */
const most = { flows: 1_000_000, conversations: 2_000_000, runs: 10_000_000 }

export const sampleHelp = `npm run sample -- [--flows N] [--conversations N] [--runs N] [--email E]
npm run sample -- --remove [--email E]

Adds a sample workspace to an account: flows, tools, channels, conversations with messages, runs with steps, and a
matching ledger. Every object is marked as sample. --remove removes these objects and nothing else.

  --flows N          ${sampleSizes.flows} by default. Flows beyond ${sampleSizes.flows} are variants of these.
  --conversations N  ${sampleSizes.conversations} by default, each with its messages
  --runs N           ${sampleSizes.runs} by default, each with its steps, over 120 days
  --email E          e-mail of a person in the account; required if there are several accounts
`

/** Throws an Error that names the argument and its valid values. */
export function sampleOptions(args: readonly string[]): SampleArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      flows: { type: 'string' },
      conversations: { type: 'string' },
      runs: { type: 'string' },
      remove: { type: 'boolean', default: false },
      email: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const sizeOf = (name: keyof typeof most, text: string | undefined): number => {
    if (text === undefined) return sampleSizes[name]
    const size = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (size >= 0 && size <= most[name]) return size
    throw new Error(`--${name} must be a whole number from 0 to ${most[name]}, not "${text}".`)
  }
  const sizes = {
    flows: sizeOf('flows', values.flows),
    conversations: sizeOf('conversations', values.conversations),
    runs: sizeOf('runs', values.runs),
  }
  if (values.remove && (values.flows ?? values.conversations ?? values.runs) !== undefined)
    throw new Error('--remove cannot be combined with sizes. It removes the complete sample.')
  return { ...sizes, remove: values.remove, email: values.email ?? null, help: values.help }
}
