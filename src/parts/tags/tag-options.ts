import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { count } from '#lib/count.ts'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { maxTag } from '#contract/kernel/limits.ts'
import { requestedText } from '#lib/text/text.ts'
import { tagsOf, tagsWith } from './flow-tags.ts'

/**
 * Whether flows can be filtered by a tag. A tag with a comma cannot be used, since the service separates tags by
 * commas.
 */
export const isFilterableTag = (tag: string): boolean =>
  tag.trim() !== '' && !tag.includes(',') && [...tag].length <= maxTag && requestedText(tag, tag.length) === tag

type TagOptions = (text: string, signal: AbortSignal) => Promise<PickerOption[]>

/**
 * Tags for a service without a list of tags: those of the most recently changed flows or, once something is typed, of
 * the flows found by a search for the text, which covers tags.
 */
const foundTags: TagOptions = async (text, signal) => {
  const search = text.trim() === '' ? undefined : text.trim()
  const found = await call(flowApi.list, { search, limit: maxLimit, ordering: '-updated_at' }, { signal })
  return tagsOf(found.results, text)
    .filter(isFilterableTag)
    .map((tag) => ({ value: tag, label: tag }))
}

/** Cache time in ms, so that the service's list is read once while typing. */
const freshMs = 30_000

/** Tags from the service's list, with the number of flows. */
const listedTags =
  (client: QueryClient): TagOptions =>
  async (text, signal) => {
    const { results, more } = await client.fetchQuery({ ...q(flowApi.tags, {}), staleTime: freshMs })
    if (more && text.trim() !== '') return foundTags(text, signal)
    return tagsWith(results, text)
      .filter(({ tag }) => isFilterableTag(tag))
      .map(({ tag, count: many }) => ({ value: tag, label: tag, note: count(many, 'flow') }))
  }

/** Search for existing tags, for a picker. */
export function useTagOptions(): TagOptions {
  const client = useQueryClient()
  return useExtension('flow_tags') ? listedTags(client) : foundTags
}
