/** The view of the Tools page in the URL. Pure. */
import { ToolCategory } from '#contract/values/category.ts'
import { defaultLimit, Version } from '#contract/kernel/page.ts'
import { toolOrderings } from '#contract/tool.ts'
import { allTools, knownCategory, type ToolTab } from './category-words.ts'
import { refusedOrdering, refusedFilterWords, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { pageInput, readId, readOrdering, readPageNumber, readSearch } from '#parts/lists/list-query.ts'

/** The version to compare with: "before" = the previous version, null = the current tool (default). */
type ComparedVersion = 'before' | null

/** The panel that is open beside the list. `from` is the tool to copy. */
export type ToolsPanel =
  | { kind: 'none' }
  | { kind: 'tool'; id: string }
  | { kind: 'edit'; id: string }
  /** An earlier version, compared with the current or the previous one. */
  | { kind: 'version'; id: string; number: number; comparedWith: ComparedVersion }
  | { kind: 'new'; category: ToolCategory; from: string | null }
  /** Creation of tools from an OpenAPI document. */
  | { kind: 'openapi' }

export interface ToolsView {
  /** Null = the category of the open tool, else the default. */
  category: ToolTab | null
  search: string
  /** As in the request: "-used_by_count". */
  ordering: string
  /** From 1. */
  page: number
  panel: ToolsPanel
}

const defaultOrdering = 'name'

function readPanel(query: URLSearchParams): ToolsPanel {
  const category = ToolCategory.safeParse(query.get('new'))
  if (category.success) return { kind: 'new', category: category.data, from: readId(query, 'from') }
  if (query.get('import') === 'openapi') return { kind: 'openapi' }
  const id = readId(query, 'tool')
  if (id === null) return { kind: 'none' }
  if (query.has('edit')) return { kind: 'edit', id }
  const version = Version.safeParse(Number(query.get('version') ?? Number.NaN))
  if (!version.success || version.data < 1) return { kind: 'tool', id }
  return { kind: 'version', id, number: version.data, comparedWith: query.get('beside') === 'before' ? 'before' : null }
}

/** The tool that a panel shows, edits or copies. */
export function panelToolId(panel: ToolsPanel): string | null {
  if (panel.kind === 'new') return panel.from
  return panel.kind === 'tool' || panel.kind === 'edit' || panel.kind === 'version' ? panel.id : null
}

/** The panel to show when a panel is closed. */
export const panelAfterClose = (panel: ToolsPanel): ToolsPanel =>
  panel.kind === 'version' ? { kind: 'tool', id: panel.id } : { kind: 'none' }

/** A view whose category is known. */
export type CategoryView = ToolsView & { category: ToolTab }

/** Reads a URL's query; invalid values are ignored. */
export function readToolsView(query: URLSearchParams): ToolsView {
  const category = query.get('category') ?? ''
  return {
    category: category === allTools ? allTools : knownCategory(category),
    search: readSearch(query),
    ordering: readOrdering(query, toolOrderings, defaultOrdering),
    page: readPageNumber(query),
    panel: readPanel(query),
  }
}

/** Ignored parameters of the URL: an unknown category, or an unsupported order. */
export const refusedToolsFilters = (query: URLSearchParams): RefusedFilter[] => [
  ...refusedFilterWords(query, 'category', [allTools, ...ToolCategory.options], 'category'),
  ...refusedOrdering(query, readToolsView(query).ordering),
]

/** The URL's query for a view, without defaults. */
export function writeToolsView({ category, search, ordering, page, panel }: ToolsView): URLSearchParams {
  const query = new URLSearchParams()
  if (category !== null) query.set('category', category)
  if (search !== '') query.set('search', search)
  if (ordering !== defaultOrdering) query.set('ordering', ordering)
  if (page > 1) query.set('page', String(page))
  if (panel.kind === 'new') {
    query.set('new', panel.category)
    if (panel.from !== null) query.set('from', panel.from)
  } else if (panel.kind === 'openapi') query.set('import', panel.kind)
  else if (panel.kind !== 'none') query.set('tool', panel.id)
  if (panel.kind === 'edit') query.set('edit', '')
  if (panel.kind === 'version') {
    query.set('version', String(panel.number))
    if (panel.comparedWith !== null) query.set('beside', panel.comparedWith)
  }
  return query
}

/** Link target within the page: a view with changes. */
export const toolsLinkTo = (view: ToolsView, change: Partial<ToolsView>): { search: string } => ({
  search: writeToolsView({ ...view, ...change }).toString(),
})

/** The request for the list. */
export const toolsListInput = (view: ToolsView, category: ToolTab) => ({
  category: category === allTools ? undefined : category,
  search: view.search === '' ? undefined : view.search,
  ordering: view.ordering,
  ...pageInput(view.page, defaultLimit),
})
