/** Flows whose definition contains the text of the list's search: a line, which opens the matches. */
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import {
  flowSearch,
  maxDefinitionQuery,
  type DefinitionMatch,
  type FlowSearchResult,
  type FoundFlow,
} from '#contract/flows/flow-search.ts'
import { count } from '#lib/count.ts'
import { requestedText } from '#lib/text/text.ts'
import { flowStatusWord } from '#parts/display/status.tsx'
import {
  definitionFieldWord,
  foundFlowsWords,
  minDefinitionQuery,
  searchGapWords,
} from '#parts/flows/definition-words.ts'
import { flowFindPath, flowPath, nodePath } from '#ui/paths.ts'

/** Flows that are listed. */
const maxFlows = 25

function MatchLine({ flow, match }: { flow: FoundFlow['flow']; match: DefinitionMatch }) {
  const { node, before, match: found, after } = match
  return (
    <li>
      <Link
        to={node === null ? flowPath(flow.id) : nodePath(flow.id, node.id)}
        className="flex min-w-0 items-baseline gap-3 rounded-md px-2 py-1 hover:bg-hover max-sm:flex-col max-sm:gap-0"
      >
        <bdi className="cut w-48 flex-none max-sm:w-auto max-sm:max-w-full">
          {node === null ? 'Flow' : node.name || node.type}
        </bdi>
        <span className="cut min-w-0 max-w-full text-xs text-text-2">
          <span className="text-text-3">{definitionFieldWord(match)}: </span>
          <bdi>
            {before}
            <b className="text-accent-text">{found}</b>
            {after}
          </bdi>
        </span>
      </Link>
    </li>
  )
}

function FlowMatches({ found, text }: { found: FoundFlow; text: string }) {
  const { flow, matches, match_count: all } = found
  const rest = all - matches.length
  return (
    <li className="py-1.5">
      <Link to={flowPath(flow.id)} className="flex min-h-7 min-w-0 items-center gap-2 px-2 font-medium hover:underline">
        <bdi className="cut">{flow.name}</bdi>
        <span className="flex-none text-xs font-normal text-text-3">{flowStatusWord(flow.status).toLowerCase()}</span>
      </Link>
      <ul>
        {matches.map((match) => (
          <MatchLine key={match.node?.id ?? ''} flow={flow} match={match} />
        ))}
      </ul>
      {rest > 0 && (
        <Link to={flowFindPath(flow.id, text)} className="link mx-2 inline-flex min-h-7 items-center text-xs">
          Find in flow: {count(rest, 'more node')}
        </Link>
      )}
    </li>
  )
}

function Matches({ id, result, text }: { id: string; result: FlowSearchResult; text: string }) {
  const { results, more, count: found } = result
  const isCut = more || results.length < found
  return (
    <div id={id} className="max-h-[45vh] overflow-auto border-t border-line px-3 pb-2 max-lg:px-2">
      <ul aria-label="Matches in definitions">
        {results.map((one) => (
          <FlowMatches key={one.flow.id} found={one} text={text} />
        ))}
      </ul>
      {isCut && (
        <p className="px-2 py-1 text-xs text-text-3">
          The {count(results.length, 'flow')} changed last are listed. Enter a longer text to find others.
        </p>
      )}
    </div>
  )
}

/** Nothing if no definition contains the text, or the service does not search in definitions. */
export function DefinitionMatches({ search }: { search: string }) {
  const id = useId()
  const [query] = useSearchParams()
  // The palette leads here, also from this page.
  const isRequested = query.get('in') === 'definitions'
  const [wasRequested, setWasRequested] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  if (isRequested !== wasRequested) {
    setWasRequested(isRequested)
    if (isRequested) setIsOpen(true)
  }
  const text = requestedText(search.trim(), maxDefinitionQuery)
  const isOffered = useExtension('flow_search') && text.length >= minDefinitionQuery
  const { data, error } = useQuery({
    ...q(flowSearch.search, { q: text, limit: maxFlows }),
    enabled: isOffered,
    retry: false,
  })
  if (!isOffered) return null
  const gaps = data === undefined ? [] : searchGapWords(data)
  if (error !== null && data === undefined)
    return <p className="flex-none px-5 py-2 text-xs text-text-2 max-lg:px-4">Definitions could not be searched.</p>
  if (data === undefined || (data.count === 0 && gaps.length === 0)) return null
  return (
    <section aria-label="Search in definitions" className="flex-none border-b border-line bg-sunken text-sm">
      <div className="flex flex-wrap items-center gap-x-3 px-5 max-lg:px-4">
        {data.count > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            className="-ml-1 flex min-h-9 min-w-0 items-center gap-1.5 text-left wrap-anywhere max-sm:min-h-11"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown className="s flex-none" /> : <ChevronRight className="s flex-none" />}
            {foundFlowsWords(data, text)}
          </button>
        )}
        {gaps.length > 0 && <span className="py-1.5 text-xs text-text-2">{gaps.join(' ')}</span>}
      </div>
      {isOpen && data.count > 0 && <Matches id={id} result={data} text={text} />}
    </section>
  )
}
