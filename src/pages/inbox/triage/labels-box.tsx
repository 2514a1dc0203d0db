import { useRef, useState } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { maxTag, maxTags } from '#contract/kernel/limits.ts'
import { PickerBox } from '#ui/overlays/picker-box.tsx'
import type { conversation } from '#contract/conversation.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { listsKey } from '#pages/inbox/thread/conversation-cache.ts'

/** Labels of the loaded conversations, sorted, since no endpoint lists all labels. */
export function knownLabels(client: QueryClient): string[] {
  const lists = client.getQueriesData<ResponseBody<typeof conversation.list>>({ queryKey: listsKey })
  const labels = lists.flatMap(([, list]) => (list?.results ?? []).flatMap((row) => row.labels))
  return [...new Set(labels)].toSorted((a, b) => a.localeCompare(b))
}

const normalizedLabels = (labels: readonly string[]): string[] => [
  ...new Set(labels.map((one) => one.trim().normalize('NFC'))),
]

/** Why chosen labels are invalid; null = valid. `noun`: singular, such as "label". */
export function labelProblem(noun: string, labels: readonly string[]): string | null {
  const all = normalizedLabels(labels)
  if (all.length > maxTags) return `Use at most ${maxTags} ${noun}s.`
  const long = all.find((one) => one.length > maxTag)
  return long === undefined
    ? null
    : `Use at most ${maxTag} characters for a ${noun}. This one has ${long.length.toLocaleString()}.`
}

/** Picker for labels or tags, existing or new; changes are applied when the picker is closed. */
export function LabelsBox({
  label,
  noun,
  anchor,
  labels: before,
  suggestions,
  onLabels,
  onClose,
}: {
  /** Accessible name of the field: "Labels". */
  label: string
  /** Singular, for messages: "label". */
  noun: string
  anchor: HTMLElement
  labels: readonly string[]
  /** Further labels to offer. */
  suggestions: readonly string[]
  onLabels: (labels: string[]) => void
  onClose: () => void
}) {
  const [labels, setLabels] = useState<readonly string[]>(before)
  const all = [...new Set([...before, ...labels, ...suggestions])]
  const isClosed = useRef(false)
  const close = () => {
    // Returning the focus calls `close` again.
    if (isClosed.current) return
    isClosed.current = true
    onClose()
    const had = new Set(before)
    if (labels.length !== had.size || labels.some((one) => !had.has(one))) onLabels([...labels])
  }
  return (
    <PickerBox
      anchor={anchor}
      align="start"
      label={label}
      many
      options={all.map((value) => ({ value, label: value }))}
      chosen={labels}
      freeTextLabel={(text) => `Add “${text}”`}
      problemOf={(next) => labelProblem(noun, next)}
      onChosen={(next) => setLabels(normalizedLabels(next))}
      onClose={close}
    />
  )
}
