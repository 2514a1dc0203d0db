import { useRef, useState } from 'react'
import { maxTag, maxTags } from '#contract/limits.ts'
import { PickerBox } from '#ui/picker-box.tsx'
import { showToast } from '#ui/toast.tsx'

/** Words that are chosen together, or added, and changed at once when the list is closed. */
export function LabelsBox({
  label,
  noun,
  anchor,
  labels: before,
  known,
  onLabels,
  onClose,
}: {
  /** Names the field: "Labels". */
  label: string
  /** One of them: "label". */
  noun: string
  anchor: HTMLElement
  labels: readonly string[]
  /** More that can be chosen. */
  known: readonly string[]
  onLabels: (labels: string[]) => void
  onClose: () => void
}) {
  const [labels, setLabels] = useState<readonly string[]>(before)
  const all = [...new Set([...before, ...labels, ...known])]
  const isClosed = useRef(false)
  const close = () => {
    // Giving the focus back closes once more.
    if (isClosed.current) return
    isClosed.current = true
    onClose()
    const had = new Set(before)
    if (labels.length !== had.size || labels.some((one) => !had.has(one))) onLabels([...labels])
  }
  const choose = (next: readonly string[]) => {
    const trimmed = [...new Set(next.map((one) => one.trim().normalize('NFC')))]
    if (trimmed.length > maxTags) showToast({ message: `Use at most ${maxTags} ${noun}s.` })
    else if (trimmed.some((one) => one.length > maxTag))
      showToast({ message: `A ${noun} has at most ${maxTag} characters.` })
    else setLabels(trimmed)
  }
  return (
    <PickerBox
      anchor={anchor}
      align="start"
      label={label}
      many
      options={all.map((value) => ({ value, label: value }))}
      chosen={labels}
      free={(text) => `Add “${text}”`}
      onChosen={choose}
      onClose={close}
    />
  )
}
