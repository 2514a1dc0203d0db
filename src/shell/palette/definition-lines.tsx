/** Matches in definitions as lines of the palette. They come after all others, and never delay them. */
import { useQuery } from '@tanstack/react-query'
import { TextSearch } from 'lucide-react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { flowSearch, maxDefinitionQuery, type DefinitionMatch, type FoundFlow } from '#contract/flows/flow-search.ts'
import { requestedText } from '#lib/text/text.ts'
import { definitionFieldWord, foundFlowsWords, minDefinitionQuery } from '#parts/flows/definition-words.ts'
import { useDebouncedValue } from '#ui/browser/use-debounced-value.ts'
import { definitionSearchPath, flowPath, nodePath } from '#ui/paths.ts'
import type { PaletteLine } from './palette-lines.ts'

/** Debounce in ms: longer than that of the other searches, which most texts are meant for. */
const pauseMs = 350
/** Maximum number of flows, and of nodes for each of them. The list of flows shows all. */
const maxFlows = 5
const maxNodes = 2

type Go = (path: string) => void

function matchLine({ flow }: FoundFlow, match: DefinitionMatch, go: Go): PaletteLine {
  const { node, before, match: found, after } = match
  const place = node === null ? '' : ` › ${node.name || node.type}`
  return {
    id: `${flow.id} ${node?.id ?? ''}`,
    group: 'In definitions',
    label: `${flow.name}${place}`,
    note: `${definitionFieldWord(match)}: \u2068${before}${found}${after}\u2069`,
    icon: <TextSearch />,
    onChoose: () => go(node === null ? flowPath(flow.id) : nodePath(flow.id, node.id)),
  }
}

/** Nodes whose definition contains the words, and a line that leads to all of them. */
export function useDefinitionLines(words: string, isEnabled: boolean, go: Go) {
  const text = requestedText(words, maxDefinitionQuery)
  const debounced = useDebouncedValue(text, pauseMs)
  const isSearched = useExtension('flow_search') && isEnabled && text.length >= minDefinitionQuery
  const { data, error } = useQuery({
    ...q(flowSearch.search, { q: debounced, limit: maxFlows }),
    enabled: isSearched && debounced.length >= minDefinitionQuery,
    retry: false,
  })
  if (!isSearched) return { lines: [], pending: false, failures: [] }
  if (debounced !== text || data === undefined)
    return {
      lines: [],
      pending: error === null || debounced !== text,
      failures: error === null ? [] : ['Definitions could not be searched.'],
    }
  const matches = data.results.flatMap((found) =>
    found.matches.slice(0, maxNodes).map((match) => matchLine(found, match, go)),
  )
  const all: PaletteLine = {
    id: 'all definitions',
    group: 'In definitions',
    label: foundFlowsWords(data, text),
    icon: <TextSearch />,
    onChoose: () => go(definitionSearchPath(text)),
  }
  return { lines: matches.length === 0 ? [] : [...matches, all], pending: false, failures: [] }
}
