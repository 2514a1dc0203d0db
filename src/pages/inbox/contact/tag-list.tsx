import { Absent } from '#ui/feedback/absent.tsx'
import { Tag } from '#ui/feedback/tag.tsx'

export function TagList({ tags }: { tags: readonly string[] }) {
  return tags.length === 0 ? (
    <Absent />
  ) : (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Tag key={tag}>
          <bdi>{tag}</bdi>
        </Tag>
      ))}
    </span>
  )
}
