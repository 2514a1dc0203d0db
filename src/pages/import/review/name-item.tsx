import { Copy, Tag } from 'lucide-react'
import { maxName } from '#contract/kernel/limits.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { nameProblem } from '#pages/import/rows/flow-names.ts'
import { ReviewItem } from './review-item.tsx'

/** Item of the review for the name under which the flow is imported. */
export function NameItem({
  isClash,
  name,
  isLocked,
  onName,
}: {
  /** Whether another flow has the name that is in the file. */
  isClash: boolean
  name: string
  /** Whether the name can no longer be changed. */
  isLocked: boolean
  onName: (name: string) => void
}) {
  return (
    <ReviewItem
      icon={isClash ? Copy : Tag}
      tone={isClash ? 'warn' : 'quiet'}
      title={isClash ? 'A flow with this name exists' : 'Name'}
    >
      {isClash && (
        <p className="text-text-2">
          The import does not change the existing flow. Use another name to tell them apart.
        </p>
      )}
      {isLocked ? (
        <p className="wrap-anywhere text-text-2" dir="auto">
          {name}
        </p>
      ) : (
        <TextField
          label="Import as"
          value={name}
          onValue={onName}
          error={nameProblem(name)}
          maxLength={2 * maxName}
          dir="auto"
        />
      )}
    </ReviewItem>
  )
}
