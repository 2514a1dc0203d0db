import { useMemo } from 'react'
import type { ValueChange } from '#flow/values/value-field.ts'
import type { ReviewedChange } from '#flow-data/questions/ask-values.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { useDebouncedValue } from '#ui/browser/use-debounced-value.ts'
import type { ValueEdit } from './value-edits.ts'

/** The changes without what only the page needs. */
export const changesOf = (edits: readonly ValueEdit[]): ValueChange[] =>
  edits.map(({ owner, path, value }) => ({ owner, path, value }))

/** The changes, a moment after the last one. */
export function useSettledChanges(edits: readonly ValueEdit[]): ValueChange[] {
  const text = useDebouncedValue(JSON.stringify(changesOf(edits)))
  return useMemo(() => {
    const changes: ValueChange[] = JSON.parse(text)
    return changes
  }, [text])
}

/** Each change by its key, checked against the flow, a moment after the last one. */
export function useReviewedChanges(
  { variables, settings }: Pick<FlowHead, 'variables' | 'settings'>,
  data: FlowData,
  edits: readonly ValueEdit[],
): ReadonlyMap<string, ReviewedChange> {
  const changes = useSettledChanges(edits)
  const input = useMemo(
    () => (changes.length === 0 ? null : { changes, parts: { variables, settings } }),
    [changes, variables, settings],
  )
  const reviewed = useFlowQuery(data, 'reviewed changes', input)
  return useMemo(() => new Map((reviewed ?? []).map((one) => [one.key, one])), [reviewed])
}
