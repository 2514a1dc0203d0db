import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { count } from '#lib/count.ts'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { maxTag } from '#contract/kernel/limits.ts'
import { askedText } from '#lib/text/text.ts'
import { tagsOf, tagsWith } from './flow-tags.ts'

/**
 * Whether flows can be filtered by a tag. The service separates tags by commas: one that contains a comma cannot be
 * named.
 */
export const isFilterableTag = (tag: string): boolean =>
  tag.trim() !== '' && !tag.includes(',') && [...tag].length <= maxTag && askedText(tag, tag.length) === tag

type TagOptions = (text: string, signal: AbortSignal) => Promise<PickerOption[]>

/**
 * For a service without a list of tags: the tags of the last changed flows and, once something is typed, of the flows
 * that a search for it finds (a search covers tags).
 */
const foundTags: TagOptions = async (text, signal) => {
  const search = text.trim() === '' ? undefined : text.trim()
  const found = await call(flowApi.list, { search, limit: maxLimit, ordering: '-updated_at' }, { signal })
  return tagsOf(found.results, text)
    .filter(isFilterableTag)
    .map((tag) => ({ value: tag, label: tag }))
}

/** The service's list is read once while typing. */
const freshMs = 30_000

/** Tags listed by the service, with the number of flows of each. */
const listedTags =
  (client: QueryClient): TagOptions =>
  async (text, signal) => {
    const { results, more } = await client.fetchQuery({ ...q(flowApi.tags, {}), staleTime: freshMs })
    if (more && text.trim() !== '') return foundTags(text, signal)
    return tagsWith(results, text)
      .filter(({ tag }) => isFilterableTag(tag))
      .map(({ tag, count: many }) => ({ value: tag, label: tag, note: count(many, 'flow') }))
  }

/** The existing tags, for a picker. */
export function useTagOptions(): TagOptions {
  const client = useQueryClient()
  return useExtension('flow_tags') ? listedTags(client) : foundTags
}
