import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useExtension, useLacks, useProduct } from '#api/query/me.ts'
import { ToolCategory } from '#contract/values/category.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import type { tool as toolApi, Tool } from '#contract/tool.ts'
import { useKnownColumns } from '#parts/lists/known-fields.ts'
import { numberedPage } from '#parts/lists/list-query.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter, EmptyState } from '#ui/feedback/empty-state.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { ListTable } from '#ui/table/list-table.tsx'
import { columnChoiceOf } from '#ui/table/table-settings.ts'
import { allTools, categoryNoun, categoryPurpose, tabWord, type ToolTab } from './category-words.ts'
import { categoryWord } from '#parts/tools/tool-category.ts'
import { toolColumns } from './tool-columns.tsx'
import { toolsLinkTo, type CategoryView, type ToolsView } from './tools-view.ts'

type ToolPage = ResponseBody<typeof toolApi.list>

const columnSetting = columnChoiceOf('tools')

const rowId = (tool: Tool) => tool.id

/** Empty state of a category: its purpose, and a button to create a tool. */
function NoTools({
  category,
  isAccountEmpty,
  onNew,
}: {
  category: ToolTab
  isAccountEmpty: boolean
  onNew: (() => void) | null
}) {
  const noun = categoryNoun(category)
  const product = useProduct()
  const cannotCreate = useLacks('tool.create')
  if (product !== null && cannotCreate)
    return (
      <EmptyState
        quiet
        title={isAccountEmpty ? 'No tools' : `No ${noun}s`}
        words={`${product.title} has no ${isAccountEmpty ? 'tools' : `${noun}s`} that the console can show.`}
        actions={[]}
      />
    )
  const ways = [
    {
      icon: <Plus />,
      title: `New ${noun}`,
      words: 'Describe what the tool does. Flows refer to it by its key.',
      onChoose: onNew,
    },
  ]
  return (
    <EmptyState
      title={isAccountEmpty ? 'No tools yet' : `No ${noun} yet`}
      words={
        isAccountEmpty
          ? 'Flows use tools for API calls, expressions, agents, code and values. Importing a flow lists the tools it needs.'
          : category === allTools
            ? ''
            : categoryPurpose[category]
      }
      actions={ways.flatMap(({ onChoose, ...way }) => (onChoose === null ? [] : [{ ...way, onChoose }]))}
    />
  )
}

/** Empty state of a search, with the categories that have matches. */
function NoMatch({ page, view }: { page: ToolPage; view: CategoryView }) {
  const { category } = view
  const navigate = useNavigate()
  const others = ToolCategory.options.filter((one) => one !== category && (page.categories?.[one] ?? 0) > 0)
  return (
    <EmptyFilter
      words={
        <>
          No {categoryNoun(category)} matches “<bdi>{view.search}</bdi>”.
        </>
      }
    >
      {others.map((one) => (
        <Link key={one} className="chip" to={toolsLinkTo(view, { category: one, page: 1 })}>
          {page.categories?.[one].toLocaleString()} in <b>{categoryWord(one)}</b>
        </Link>
      ))}
      <Button onClick={() => void navigate(toolsLinkTo(view, { search: '', page: 1 }))}>Reset search</Button>
    </EmptyFilter>
  )
}

/** The tools of a category as a sortable table with a pager. */
export function ToolsList({
  page,
  view,
  onNew,
}: {
  page: ToolPage
  view: CategoryView
  /** Null = the user may not create tools. */
  onNew: (() => void) | null
}) {
  const navigate = useNavigate()
  const isDirect = useExtension('tool_usage')
  const allColumns = useMemo(() => toolColumns(isDirect), [isDirect])
  const { category } = view
  const go = (change: Partial<ToolsView>) => void navigate(toolsLinkTo(view, change))
  const rows = page.results
  const columns = useKnownColumns(allColumns, rows)
  const pages = numberedPage(page, { page: view.page, size: defaultLimit })
  const turnTo = (to: number | null) => (to === null ? null : () => go({ page: to }))
  if (rows.length === 0 && view.page > 1)
    return (
      <EmptyFilter words={`There is no page ${view.page.toLocaleString()}.`}>
        <Button onClick={() => go({ page: 1 })}>Go to the first page</Button>
      </EmptyFilter>
    )
  if (rows.length === 0 && view.search !== '') return <NoMatch page={page} view={view} />
  if (rows.length === 0) {
    const counts = Object.values(page.categories ?? {})
    const isAccountEmpty = category === allTools || (page.categories !== undefined && counts.every((one) => one === 0))
    return <NoTools category={category} isAccountEmpty={isAccountEmpty} onNew={onNew} />
  }
  return (
    <>
      <ListTable
        setting={columnSetting}
        label={`${tabWord(category)} tools`}
        columns={columns}
        rows={rows}
        rowId={rowId}
        ordering={view.ordering}
        onOrder={(ordering) => go({ ordering, page: 1 })}
        open={view.panel.kind === 'tool' || view.panel.kind === 'edit' ? view.panel.id : null}
        onOpen={(tool) => go({ panel: { kind: 'tool', id: tool.id } })}
      />
      <Pager {...pages.pagerProps} onPrevious={turnTo(pages.previous)} onNext={turnTo(pages.next)} />
    </>
  )
}
