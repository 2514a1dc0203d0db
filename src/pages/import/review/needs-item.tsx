import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AccountReference } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'
import { bindingKinds } from '#parts/flows/binding-kinds.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ImportChoices, NeedChoice, NeedField } from './import-choices.ts'
import { NeedRow } from './need-row.tsx'
import { ReviewItem } from './review-item.tsx'

/** Rows before "Show more". */
const firstRows = 8

const nouns = {
  tools: { one: 'tool', is: 'is missing', are: 'are missing' },
  channels: { one: 'channel', is: 'is not connected', are: 'are not connected' },
  secrets: { one: 'secret', is: 'is missing', are: 'are missing' },
}
const meanings = {
  tools: 'Nodes without their tool do not run.',
  channels: 'Nodes without their channel cannot receive or send messages.',
  secrets: 'Missing secrets have no value in this account.',
}

function titleOf(field: NeedField, missing: number, chosen: number, all: number): string {
  const { one, is, are } = nouns[field]
  if (missing === 0) return `${count(chosen, one)} selected`
  const verb = missing === 1 ? is : are
  return missing === all ? `${count(all, one)} ${verb}` : `${missing} of ${count(all, one)} ${verb}`
}

/** Item of the review for missing requirements: each can be bound to an existing or new object, now or later. */
export function NeedsItem({
  field,
  missing,
  all,
  choices,
  lockedReason,
  canChoose,
  onChoose,
  create,
}: {
  field: NeedField
  missing: readonly AccountReference[]
  /** Number of requirements of this kind in the flow. */
  all: number
  choices: ImportChoices
  lockedReason: string | null
  /** Whether the service stores choices. */
  canChoose: boolean
  onChoose: (key: string, chosen: NeedChoice | null) => void
  /** Returns the function that creates an object for a requirement; null if that is not possible. */
  create: (need: AccountReference) => (() => void) | null
}) {
  const [isWhole, setWhole] = useState(false)
  const open = missing.filter(({ key }) => (choices.bindings[field].get(key)?.id ?? null) === null).length
  const shown = isWhole ? missing : missing.slice(0, firstRows)
  return (
    <ReviewItem
      icon={bindingKinds[field].icon}
      tone={open === 0 ? 'ok' : 'warn'}
      title={titleOf(field, open, missing.length - open, all)}
    >
      <p className="text-text-2">
        {open === 0 ? 'Your choices are saved after the import.' : meanings[field]}
        {!canChoose && ` Add ${open === 1 ? 'it' : 'them'} after the import.`}
      </p>
      <ul className="grid gap-1.5">
        {shown.map((need) => {
          const { key, nodes } = need
          const make = create(need)
          return canChoose ? (
            <NeedRow
              key={key}
              field={field}
              name={key}
              choice={choices.bindings[field].get(key) ?? null}
              defaultLabel={make === null ? 'Choose later' : 'Choose or create later'}
              lockedReason={lockedReason}
              onChoose={(chosen) => onChoose(key, chosen)}
              onCreate={make}
            />
          ) : (
            <li key={key} className="text-text-2">
              <span className="mono text-text">{key}</span>
              {nodes.first.length > 0 && ` in ${nodes.first.map(({ name }) => name).join(', ')}`}
              {make !== null && lockedReason === null && (
                <Button size="sm" className="ml-2" icon={<Plus />} aria-label={`Create ${key}`} onClick={make}>
                  Create
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {shown.length < missing.length && (
        <button type="button" className="link w-fit cursor-pointer" onClick={() => setWhole(true)}>
          Show {missing.length - shown.length} more
        </button>
      )}
    </ReviewItem>
  )
}
