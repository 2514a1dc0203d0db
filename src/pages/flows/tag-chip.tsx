import { useEffect, useRef } from 'react'
import { useTagOptions } from '#parts/tag-options.ts'
import { isTagToFilter } from '#parts/tag-to-filter.ts'
import { Picker } from '#ui/picker.tsx'
import { TagButton } from './tag-button.tsx'

/** Narrows the list to flows with any of some tags, out of those that exist. */
export function TagChip({
  tags,
  wasPressed,
  onTags,
}: {
  tags: readonly string[]
  /** The button that stood here while this was loaded was pressed: it opens as soon as it is there. */
  wasPressed: boolean
  onTags: (tags: string[]) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const pressed = useRef(wasPressed)
  const tagOptions = useTagOptions()
  useEffect(() => {
    if (pressed.current) button.current?.click()
    pressed.current = false
  }, [])
  const options = async (text: string, signal: AbortSignal) => {
    const found = await tagOptions(text, signal)
    const set = tags.filter((tag) => text === '' && found.every((option) => option.value !== tag))
    return [...set.map((tag) => ({ value: tag, label: tag })), ...found]
  }
  return (
    <Picker
      label="Find a tag"
      many
      options={options}
      chosen={tags}
      onChosen={(chosen) => onTags(chosen.filter(isTagToFilter))}
      free={(text) => `Flows with “${text}”`}
      trigger={<TagButton tags={tags} ref={button} />}
    />
  )
}
