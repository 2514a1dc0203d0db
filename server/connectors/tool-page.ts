/** A page of tools that are all in memory, by name unless another order is asked for. Pure. */
import { tool, type Tool } from '#contract/tool.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'
import { listPage, matchingRows, type ListQuestion, type RowPage } from './list-page.ts'

type Category = Tool['category']

/** The page, with the number of matches per category, whichever category is asked for. */
export function toolPage<T extends FilterableRow & { category?: Category | undefined }>(
  rows: readonly T[],
  { query, filter }: ListQuestion,
): RowPage<T> & { categories: Partial<Record<Category, number>> } {
  const page = listPage(tool.list, { rows, isComplete: true }, { query: { ordering: 'name', ...query }, filter })
  const { category: _category, ...rest } = query
  const categories: Partial<Record<Category, number>> = {}
  for (const { category } of matchingRows(tool.list, rows, { query: rest, filter }))
    if (category !== undefined) categories[category] = (categories[category] ?? 0) + 1
  return { ...page, categories }
}
