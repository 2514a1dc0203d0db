/** Search results of the service: flows, tools and conversations, each with its own request. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Activity, Copy, Download, FolderOpen, Funnel, Inbox, Link2, Play, Search, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useExtension, useMissingEndpoints, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { flow, type FlowSummary } from '#contract/flow.ts'
import { tool, type Tool } from '#contract/tool.ts'
import { flowState } from '#flow/health/verdict-words.ts'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { failedTitle } from '#parts/display/load-error.tsx'
import { conversationStatusWord, flowStatusWord } from '#parts/display/status.tsx'
import { useExportFlow } from '#parts/flows/use-export-flow.ts'
import {
  conversationPath,
  conversationSearchPath,
  failedRunsPath,
  flowPath,
  flowRunsPath,
  flowSearchPath,
  startRunPath,
  toolPath,
  toolSearchPath,
} from '#ui/paths.ts'
import { copyText } from '#ui/overlays/copy-text.ts'
import { useDebouncedValue } from '#ui/browser/use-debounced-value.ts'
import { useDefinitionLines } from './definition-lines.tsx'
import { useOtherServiceFlows } from './other-service-flows.tsx'
import { matchingLines, numberIn, readPaletteText, type PaletteLine, type PaletteMode } from './palette-lines.ts'

/** Maximum number of results: of the search for flows, and of each other search. The list pages show all. */
const maxFlows = 6
const maxOthers = 4

type Go = (path: string) => void

const action = (of: string, label: string, icon: ReactNode, onChoose: () => void): PaletteLine => ({
  id: `${of} ${label}`,
  group: 'Actions',
  label,
  icon,
  onChoose,
})

const openAndLink = (id: string, path: string, go: Go): PaletteLine[] => [
  action(id, 'Open', <FolderOpen />, () => go(path)),
  action(id, 'Copy link', <Link2 />, () => copyText(new URL(path, window.location.href).href)),
]

/** Facts in one line. */
const joinFacts = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ')

/** A result without an id cannot be opened: its line leads to the list. */
const lineWithoutId = (line: Omit<PaletteLine, 'id' | 'onChoose'>, at: number, onChoose: () => void): PaletteLine => ({
  ...line,
  id: `\u0000${at}`,
  note: 'only in the list',
  onChoose,
})

interface FlowLineOptions {
  /** Whether the user may start runs, and whether runs are listed. */
  canRun: boolean
  hasRuns: boolean
  save: (one: FlowSummary) => Promise<void>
}

function flowLine(one: FlowSummary, at: number, go: Go, { canRun, hasRuns, save }: FlowLineOptions): PaletteLine {
  const line = {
    group: 'Flows',
    label: one.name,
    note: joinFacts(
      one.status && flowStatusWord(one.status).toLowerCase(),
      isAbsent(one.node_count) ? '' : count(one.node_count, 'node'),
      flowState(one.validation_summary)?.words ?? '',
    ),
    icon: <Workflow />,
  } as const
  if (one.id === '') return lineWithoutId(line, at, () => go(flowSearchPath(one.name)))
  return {
    ...line,
    id: one.id,
    onChoose: () => go(flowPath(one.id)),
    actions: [
      ...openAndLink(one.id, flowPath(one.id), go),
      ...(canRun && one.status !== 'archived'
        ? [action(one.id, one.status === 'active' ? 'Run' : 'Run a test', <Play />, () => go(startRunPath(one.id)))]
        : []),
      ...(hasRuns
        ? [
            action(one.id, 'Runs', <Activity />, () => go(flowRunsPath(one.id))),
            action(one.id, 'Failed runs', <Funnel />, () => go(failedRunsPath(one.id))),
          ]
        : []),
      { ...action(one.id, 'Export', <Download />, () => undefined), run: () => save(one) },
    ],
  }
}

function toolLine(one: Tool, at: number, go: Go): PaletteLine {
  const used = one.used_by_count
  const line = {
    group: 'Tools',
    label: one.name,
    note: joinFacts(one.key, used > 0 ? count(used, 'flow') : ''),
    icon: <KindTile kind={tileOfType(one.category)} />,
  } as const
  if (one.id === '') return lineWithoutId(line, at, () => go(toolSearchPath(one.name)))
  return {
    ...line,
    id: one.id,
    onChoose: () => go(toolPath(one.id)),
    actions: [
      ...openAndLink(one.id, toolPath(one.id), go),
      action(one.id, 'Copy key', <Copy />, () => copyText(one.key)),
    ],
  }
}

function conversationLine(one: Conversation, at: number, go: Go): PaletteLine {
  const line = {
    group: 'Conversations',
    label: one.subject || one.last_message?.text || one.contact.name || conversationName(one),
    // Isolated, so that a right-to-left name does not affect the rest.
    note: joinFacts(
      conversationName(one),
      one.contact.name && `\u2068${one.contact.name}\u2069`,
      one.status && conversationStatusWord(one.status).toLowerCase(),
    ),
    icon: <Inbox />,
  } as const
  if (one.id === '') return lineWithoutId(line, at, () => go(conversationSearchPath(line.label)))
  return {
    ...line,
    id: one.id,
    onChoose: () => go(conversationPath(one.id)),
    actions: [
      ...openAndLink(one.id, conversationPath(one.id), go),
      action(one.id, 'Copy number', <Copy />, () => copyText(conversationName(one))),
    ],
  }
}

const firstFlowLabels: Readonly<Record<string, (name: string) => string>> = {
  Run: (name) => `Run “${name}”`,
  'Run a test': (name) => `Run “${name}” as a test`,
  'Failed runs': (name) => `Failed runs of “${name}”`,
  Export: (name) => `Export “${name}”`,
}

/** Actions for the first flow found, without opening it. */
const actionsOfFirst = (line: PaletteLine | undefined): PaletteLine[] =>
  (line?.actions ?? [])
    .filter(({ label }) => Object.hasOwn(firstFlowLabels, label))
    .map((one) => ({ ...one, label: firstFlowLabels[one.label]?.(line?.label ?? '') ?? one.label }))

const findLine = (words: string, found: number | undefined, go: Go): PaletteLine => ({
  id: 'find',
  group: 'Conversations',
  label: `Find “${words}” in the inbox`,
  ...(found === undefined ? {} : { note: `${found.toLocaleString()} found` }),
  icon: <Search />,
  onChoose: () => go(conversationSearchPath(words)),
})

export interface PaletteResults {
  lines: PaletteLine[]
  /** A request is in progress. */
  pending: boolean
  /** A sentence for each search that failed; the others remain. */
  failures: string[]
}

/** The searches that a text needs, without those for which the product has no list. */
function searchesFor({ mode, words }: { mode: PaletteMode; words: string }, missing: readonly string[]) {
  const hasWords = words !== ''
  const isAll = mode === 'all'
  return {
    flows: isAll,
    tools: isAll && hasWords && !missing.includes('tool.list'),
    conversations: (mode === 'conversations' || (isAll && hasWords)) && !missing.includes('conversation.list'),
  }
}

type Search<T> = UseQueryResult<{ results: readonly T[]; count: number }, ApiError>

/** The lines of one search. Results for the previous text stay if they still match. */
function linesOf<T>(
  search: Search<T>,
  isOutdated: boolean,
  words: string,
  line: (one: T, at: number) => PaletteLine,
): PaletteLine[] {
  const lines = (search.data?.results ?? []).map(line)
  return isOutdated || search.isPlaceholderData ? matchingLines(lines, words) : lines
}

const failureOf = (what: string, { error }: Search<unknown>): string[] =>
  error === null
    ? []
    : error.isNotOffered
      ? [`${failedTitle(what, error)}.`]
      : [`${what} could not be searched${error.status === 0 ? '' : ` (${error.status})`}.`]

/** The three searches, concurrently. */
function useSearches(words: string, searches: ReturnType<typeof searchesFor>) {
  const number = numberIn(words)
  const filters = number === null ? { q: words } : { number }
  return {
    flows: useQuery({ ...q(flow.list, { search: words, limit: maxFlows }), enabled: searches.flows }),
    tools: useQuery({ ...q(tool.list, { search: words, limit: maxOthers }), enabled: searches.tools }),
    conversations: useQuery({
      ...q(conversation.list, { filters, limit: maxOthers }),
      enabled: searches.conversations,
    }),
  }
}

/** Runs all searches for the text concurrently. Until they finish, previous results stay if they still match. */
export function usePaletteResults(text: string): PaletteResults {
  const navigate = useNavigate()
  const go: Go = (path) => void navigate(path)
  const { mutateAsync } = useExportFlow()
  const mayWrite = useWriteReason() === null
  const canRun = useExtension('flow_run') && mayWrite
  const missing = useMissingEndpoints()
  const debounced = readPaletteText(useDebouncedValue(text))
  const current = readPaletteText(text)
  const isOutdated = debounced.mode !== current.mode || debounced.words !== current.words
  const { flows, tools, conversations } = useSearches(debounced.words, searchesFor(debounced, missing))
  const shownSearches = searchesFor(current, missing)
  const { words } = current
  const options: FlowLineOptions = {
    canRun,
    hasRuns: !missing.includes('run.list'),
    save: (one) => mutateAsync({ id: one.id, name: one.name }),
  }
  const flowLines = shownSearches.flows
    ? linesOf(flows, isOutdated, words, (one, at) => flowLine(one, at, go, options))
    : []
  const elsewhere = useOtherServiceFlows(debounced.words, shownSearches.flows)
  const definitions = useDefinitionLines(words, shownSearches.flows, go)
  const toolLines = shownSearches.tools ? linesOf(tools, isOutdated, words, (one, at) => toolLine(one, at, go)) : []
  const conversationLines = shownSearches.conversations
    ? linesOf(conversations, isOutdated, words, (one, at) => conversationLine(one, at, go))
    : []
  const isCounted = !isOutdated && !conversations.isPlaceholderData && numberIn(words) === null
  const find = shownSearches.conversations
    ? [findLine(words, isCounted ? conversations.data?.count : undefined, go)]
    : []
  const more = words !== '' && current.mode !== 'actions' ? [...find, ...actionsOfFirst(flowLines[0])] : []
  const lines = [
    ...flowLines,
    ...matchingLines(elsewhere.lines, words),
    ...toolLines,
    ...conversationLines,
    ...more,
    ...definitions.lines,
  ]
  return {
    lines,
    // Matches in definitions are waited for only if there is nothing else.
    pending:
      current.mode !== 'actions' &&
      (isOutdated ||
        [flows, tools, conversations].some((one) => one.isFetching) ||
        (definitions.pending && lines.length === 0)),
    failures: [
      ...(shownSearches.flows ? failureOf('Flows', flows) : []),
      ...elsewhere.failures,
      ...(shownSearches.tools ? failureOf('Tools', tools) : []),
      ...(shownSearches.conversations ? failureOf('Conversations', conversations) : []),
      ...definitions.failures,
    ],
  }
}
