/** Words for matches of a search in definitions. Pure. */
import type { DefinitionField, DefinitionMatch, FlowSearchResult } from '#contract/flows/flow-search.ts'
import { count } from '#lib/count.ts'

/** Fewest letters for a search: one letter is in every flow. */
export const minDefinitionQuery = 2

const fieldWords: Readonly<Record<DefinitionField, string>> = {
  name: 'Name',
  type: 'Type',
  tool: 'Tool',
  channel: 'Channel',
  flow: 'Flow',
  model: 'Model',
  host: 'Host',
  secret: 'Secret',
  credential: 'Credentials',
  text: 'Value',
  note: 'Notes',
  edge: 'Edge',
  variable: 'Variable',
  setting: 'Setting',
}

/** "Tool"; for values the field of the node: "prompt". */
export const definitionFieldWord = ({ field, path }: Pick<DefinitionMatch, 'field' | 'path'>): string =>
  path === '' ? fieldWords[field] : path

/** "12 flows contain “orders_api” in their definition". */
export function foundFlowsWords(
  { count: found, more }: Pick<FlowSearchResult, 'count' | 'more'>,
  text: string,
): string {
  const flows = more ? `More than ${count(found, 'flow')}` : count(found, 'flow')
  return found === 1 && !more
    ? `${flows} contains “${text}” in its definition`
    : `${flows} contain “${text}” in their definition`
}

/** What a search did not cover, in sentences. */
export const searchGapWords = ({ is_partial: isPartial, pending }: FlowSearchResult): string[] => [
  ...(isPartial ? ['Only the flows changed last were searched. Enter a longer text to search all flows.'] : []),
  ...(pending > 0 ? [`${count(pending, 'flow')} changed a moment ago and will be searched shortly.`] : []),
]
