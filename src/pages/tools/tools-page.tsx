import { useQuery } from '@tanstack/react-query'
import { FileJson, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension, useLacks, useMe, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import { ToolCategory } from '#contract/values/category.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { StaleNote } from '#parts/display/load-note.tsx'
import { RefusedFilters } from '#parts/lists/refused-filters.tsx'
import { withRefused } from '#parts/lists/refused-filter-words.ts'
import { Page } from '#shell/page.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { allTools, categoryNoun, categoryPurpose, knownCategory, tabWord, type ToolTab } from './category-words.ts'
import { categoryWord } from '#parts/tools/tool-category.ts'
import { ToolsList } from './tools-list.tsx'
import {
  panelAfterClose,
  toolsLinkTo,
  toolsListInput,
  readToolsView,
  refusedToolsFilters,
  panelToolId,
  writeToolsView,
  type ToolsView,
} from './tools-view.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Lazy panels beside the list, since most visits only need the list. */
const ToolPanel = lazyPart(async () => (await import('./details/tool-panel.tsx')).ToolPanel)
const ToolVersionPanel = lazyPart(async () => (await import('./versions/tool-version-panel.tsx')).ToolVersionPanel)
const OpenApiPanel = lazyPart(async () => (await import('./openapi/openapi-panel.tsx')).OpenApiPanel)
const ToolFormPanel = lazyPart(async () => (await import('./form/tool-form-panel.tsx')).ToolFormPanel)

/** The tool in the URL: read by its id if the service supports that, else taken from the list. */
function useOpenTool(view: ToolsView) {
  const id = panelToolId(view.panel)
  const canRead = useExtension('tool_edit')
  const read = useQuery({ ...q(toolApi.read, { id: id ?? '' }), enabled: id !== null && canRead })
  return { id, canRead, read }
}

type ToolPage = ResponseBody<typeof toolApi.list>

/**
 * The list of a category; not requested until the category is known. Rows of the same category stay visible while the
 * next ones are loading or could not be loaded; rows of another category do not.
 */
function useTools(view: ToolsView, category: ToolTab | null) {
  const tools = useQuery({ ...q(toolApi.list, toolsListInput(view, category ?? 'api')), enabled: category !== null })
  const currentPage = tools.isPlaceholderData ? undefined : tools.data
  const [last, setLast] = useState<{ category: ToolTab | null; page: ToolPage } | null>(null)
  if (currentPage !== undefined && currentPage !== last?.page) setLast({ category, page: currentPage })
  const page = currentPage ?? (last?.category === category ? last.page : undefined)
  return { tools, page, counts: (currentPage ?? last?.page)?.categories }
}

const NewToolText = ({ name, purpose }: { name: string; purpose: string }) => (
  <span className="block py-1">
    {name}
    <span className="block text-xs text-text-3">{purpose}</span>
  </span>
)

function NewToolMenu({
  reason,
  onNew,
  onDocument,
}: {
  reason: string | null
  onNew: (category: ToolCategory) => void
  onDocument: () => void
}) {
  const button = (
    <Button variant="primary" icon={<Plus />} reason={reason}>
      New tool
    </Button>
  )
  if (reason !== null) return button
  return (
    <Menu trigger={button}>
      {ToolCategory.options.map((of) => (
        <MenuItem key={of} icon={<KindTile kind={tileOfType(of)} />} onSelect={() => onNew(of)}>
          <NewToolText name={categoryWord(of)} purpose={categoryPurpose[of]} />
        </MenuItem>
      ))}
      <MenuItem icon={<FileJson className="mx-0.5" />} onSelect={onDocument}>
        <NewToolText name="From an OpenAPI document" purpose="Creates API tools for the operations that you choose." />
      </MenuItem>
    </Menu>
  )
}

function ToolSidePanel({
  view,
  open: { id, canRead, read },
  tool,
  isReading,
  onClose,
}: {
  view: ToolsView
  open: ReturnType<typeof useOpenTool>
  tool: Tool | undefined
  /** The list is loading. */
  isReading: boolean
  onClose: () => void
}) {
  const mayWrite = useWriteReason() === null
  const hasVersions = useExtension('tool_versions')
  const cannotCreate = useLacks('tool.create')
  const cannotEdit = useLacks('tool.edit')
  const { panel } = view
  if (hasVersions && panel.kind === 'version')
    return (
      <Suspense>
        <ToolVersionPanel
          key={panel.id}
          tool={tool}
          error={read.error}
          onRetry={() => void read.refetch()}
          view={view}
          at={panel}
          onClose={onClose}
        />
      </Suspense>
    )
  if (mayWrite && !cannotCreate && panel.kind === 'openapi')
    return (
      <Suspense>
        <OpenApiPanel onClose={onClose} />
      </Suspense>
    )
  if (mayWrite && ((panel.kind === 'new' && !cannotCreate) || (panel.kind === 'edit' && canRead && !cannotEdit)))
    return (
      <Suspense>
        <ToolFormPanel
          view={view}
          tool={tool}
          isReading={canRead || isReading}
          error={read.error}
          onRetry={() => void read.refetch()}
          onClose={onClose}
        />
      </Suspense>
    )
  if (id === null || panel.kind === 'new') return null
  return (
    <Suspense>
      <ToolPanel
        key={id}
        tool={tool}
        error={read.error}
        onRetry={() => void read.refetch()}
        view={view}
        isReading={canRead || isReading}
        onClose={onClose}
      />
    </Suspense>
  )
}

/**
 * The category of the URL, else that of the open tool, else the default; null while the open tool is loading.
 * @param defaultTab the default category
 */
function categoryOf(
  view: ToolsView,
  { id, canRead, read }: ReturnType<typeof useOpenTool>,
  defaultTab: ToolTab,
): ToolTab | null {
  if (view.category !== null) return view.category
  if (view.panel.kind === 'new') return view.panel.category
  if (id !== null && canRead && read.isPending) return null
  return read.data === undefined ? defaultTab : (knownCategory(read.data.category) ?? allTools)
}

/** Whether the service creates tools, and the user may. */
function useCanCreate() {
  const reason = useWriteReason()
  const canCreate = !useLacks('tool.create')
  return { canCreate, mayCreate: canCreate && reason === null }
}

/** The tools of the account, by category. The URL contains category, search, order, page and what is open. */
export function ToolsPage() {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const requestedView = readToolsView(query)
  const reason = useWriteReason()
  const open = useOpenTool(requestedView)
  // A service without `/me/` may have other categories or none.
  const defaultTab = useMe() === null ? allTools : 'api'
  const knownTab = categoryOf(requestedView, open, defaultTab)
  const { tools, page, counts } = useTools(requestedView, knownTab)
  const category = knownTab ?? defaultTab
  const tabs: readonly ToolTab[] =
    counts === undefined || category === allTools ? [allTools, ...ToolCategory.options] : ToolCategory.options
  const view = { ...requestedView, category }

  const onView = (change: Partial<ToolsView>) => void navigate(toolsLinkTo(view, change))
  const onSearch = (search: string) =>
    // Typing a search adds only one history entry.
    setQuery(writeToolsView({ ...view, search, page: 1 }), { replace: view.search !== '' })
  const onClose = () => onView({ panel: panelAfterClose(view.panel) })
  const onNew = (of: ToolCategory) =>
    onView({ category: of, page: 1, panel: { kind: 'new', category: of, from: null } })
  const newInCategory = () => onNew(category === allTools ? 'api' : category)
  const { canCreate, mayCreate } = useCanCreate()
  useShortcuts({
    ...(mayCreate ? { n: newInCategory } : {}),
    ...(['tool', 'version'].includes(view.panel.kind) ? { Escape: onClose } : {}),
  })
  return (
    <Page
      title="Tools"
      count={counts && Object.values(counts).reduce((sum, count) => sum + count, 0)}
      busy={tools.isFetching && page !== undefined}
      primary={
        canCreate && (
          <NewToolMenu
            reason={reason}
            onNew={onNew}
            onDocument={() => onView({ category: 'api', page: 1, panel: { kind: 'openapi' } })}
          />
        )
      }
    >
      <div className="flex min-h-0 flex-1">
        <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
          <Tabs
            label="Categories"
            value={category}
            tabs={tabs.map((of) => ({
              value: of,
              label: tabWord(of),
              count: of === allTools ? undefined : counts?.[of],
              to: toolsLinkTo(view, { category: of, page: 1, panel: { kind: 'none' } }),
            }))}
          />
          <div className="bar" role="search" aria-label="Tools">
            <SearchField
              label={`Search ${categoryNoun(category)}s`}
              value={view.search}
              onSearch={onSearch}
              className="w-60! max-sm:w-full!"
            />
          </div>
          <RefusedFilters
            refused={refusedToolsFilters(query)}
            onRemove={(others) => setQuery(withRefused(writeToolsView(view), others))}
          />
          {page !== undefined && (
            <>
              <StaleNote what="Tools" error={tools.error} onRetry={() => void tools.refetch()} />
              <ListNote page={page} filters={category === allTools ? [] : ['category']} />
              <ToolsList page={page} view={view} onNew={mayCreate ? newInCategory : null} />
            </>
          )}
          {page === undefined && tools.error !== null && (
            <LoadError what="Tools" error={tools.error} onRetry={() => void tools.refetch()} />
          )}
          {page === undefined && tools.error === null && <SkeletonRows />}
        </div>
        <ToolSidePanel
          view={view}
          open={open}
          tool={open.canRead ? open.read.data : page?.results.find((row) => row.id === open.id)}
          isReading={page === undefined && tools.error === null}
          onClose={onClose}
        />
      </div>
    </Page>
  )
}
