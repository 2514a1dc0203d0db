/** Texts for what the product behind a connector does not have, from its missing endpoints and extensions. Pure. */
import type { Me } from '#contract/account.ts'

interface Feature {
  words: string
  endpoint: string
  /** The extension that the endpoint belongs to; absent = the core. */
  extension?: string
  /** An endpoint without which this one goes without saying. */
  needs?: string
}

/** In display order; of what a product may have, not of what only the reference service has. */
const features: readonly Feature[] = [
  { words: 'Creating empty flows', endpoint: 'flow.create' },
  { words: 'Importing files', endpoint: 'flow.import' },
  { words: 'Exporting flows', endpoint: 'flow.export' },
  { words: 'Renaming flows', endpoint: 'flow.rename' },
  { words: 'Deleting flows', endpoint: 'flow.remove' },
  { words: 'Activating flows', endpoint: 'flow.activate', extension: 'flow_life' },
  { words: 'Pausing flows', endpoint: 'flow.pause', extension: 'flow_life' },
  { words: 'Archiving flows', endpoint: 'flow.archive', extension: 'flow_life' },
  { words: 'Duplicating flows', endpoint: 'flow.duplicate', extension: 'flow_life' },
  { words: 'Changing tags', endpoint: 'flow.tag', extension: 'flow_life' },
  { words: 'Starting flows by hand', endpoint: 'run.start', extension: 'flow_run' },
  { words: 'The list of runs', endpoint: 'run.list' },
  { words: 'The steps of a run', endpoint: 'run.read', extension: 'run_detail', needs: 'run.list' },
  { words: 'Sums of runs', endpoint: 'run.summary', extension: 'run_detail', needs: 'run.list' },
  { words: 'Cancelling runs', endpoint: 'run.cancel', extension: 'run_control', needs: 'run.list' },
  { words: 'Retrying runs', endpoint: 'run.retry', extension: 'run_control', needs: 'run.list' },
  { words: 'Tools', endpoint: 'tool.list' },
  { words: 'Creating tools', endpoint: 'tool.create', needs: 'tool.list' },
  { words: 'Changing tools', endpoint: 'tool.edit', extension: 'tool_edit', needs: 'tool.list' },
  { words: 'Deleting tools', endpoint: 'tool.remove', extension: 'tool_edit', needs: 'tool.list' },
  { words: 'Channels', endpoint: 'channel.list' },
  { words: 'Changing channels', endpoint: 'channel.edit', extension: 'channel_edit', needs: 'channel.list' },
  { words: 'Conversations (Inbox)', endpoint: 'conversation.list' },
  {
    words: 'Changing conversations',
    endpoint: 'conversation.edit',
    extension: 'conversation_detail',
    needs: 'conversation.list',
  },
  {
    words: 'Replying to conversations',
    endpoint: 'conversation.reply',
    extension: 'conversation_reply',
    needs: 'conversation.list',
  },
  { words: 'Balance', endpoint: 'balance.read' },
]

/** What the product does not have, in words. */
export function missingWords({ extensions, product }: Pick<Me, 'extensions' | 'product'>): string[] {
  const lacks = new Set(product?.lacks)
  return features
    .filter(
      ({ endpoint, extension, needs = '' }) =>
        (lacks.has(endpoint) || (extension !== undefined && !extensions.includes(extension))) && !lacks.has(needs),
    )
    .map(({ words }) => words)
}
