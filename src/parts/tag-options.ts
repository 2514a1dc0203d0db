import { call } from '#api/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/page.ts'
import type { PickerOption } from '#ui/picker-options.ts'
import { tagsOf } from './flow-tags.ts'
import { isTagToFilter } from './tag-to-filter.ts'

/**
 * The tags that exist, for a picker. The service keeps no list of them: they are those of the flows that were changed last,
 * and, once something is typed, of the flows that a search for it finds (a search looks into tags).
 */
export async function tagOptions(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const search = text.trim() === '' ? undefined : text.trim()
  const found = await call(flowApi.list, { search, limit: maxLimit, ordering: '-updated_at' }, { signal })
  return tagsOf(found.results, text)
    .filter(isTagToFilter)
    .map((tag) => ({ value: tag, label: tag }))
}
