import { useTagOptions, isFilterableTag } from '#parts/tags/tag-options.ts'
import { Picker } from '#ui/overlays/picker.tsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'

/** The chip of the tag filter with the chosen tags. */
const TagButton = ({ tags, ...rest }: ComponentPropsWithRef<'button'> & { tags: readonly string[] }) => (
  <button {...rest} type="button" className={`chip ${tags.length === 0 ? '' : 'on'} max-w-60 min-w-0`}>
    Tag <b className="cut">{tags.join(', ') || 'any'}</b>
    <ChevronDown className="xs" />
  </button>
)

/** Filters the list by any of several tags: existing ones, or a typed one. */
export function TagChip({ tags, onTags }: { tags: readonly string[]; onTags: (tags: string[]) => void }) {
  const tagOptions = useTagOptions()
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
      onChosen={(chosen) => onTags(chosen.filter(isFilterableTag))}
      freeTextLabel={(text) => `Flows with “${text}”`}
      trigger={<TagButton tags={tags} />}
    />
  )
}
