import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AccountNeed } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'
import { bindingKinds } from '#parts/flows/binding-kinds.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ImportChoices, NeedChoice, NeedField } from './import-choices.ts'
import { NeedRow } from './need-row.tsx'
import { ReviewItem } from './review-item.tsx'

/** Rows before "show all". */
const firstRows = 8

const nouns = {
  tools: { one: 'tool', is: 'is missing', are: 'are missing' },
  channels: { one: 'channel', is: 'is not connected', are: 'are not connected' },
  secrets: { one: 'secret', is: 'is missing', are: 'are missing' },
}
const meanings = {
  tools: 'Nodes without their tool do not run.',
  channels: 'Nodes that use it cannot receive or send messages.',
  secrets: 'The flow uses a secret with this key, and it has no value in this account.',
}

function titleOf(field: NeedField, missing: number, chosen: number, all: number): string {
  const { one, is, are } = nouns[field]
  if (missing === 0) return `${count(chosen, one)} selected`
  const verb = missing === 1 ? is : are
  return missing === all ? `${count(all, one)} ${verb}` : `${missing} of ${count(all, one)} ${verb}`
}

/** Requirements that the account does not have: each can be bound to an existing object, or later. */
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
  missing: readonly AccountNeed[]
  /** Number of this kind in the flow. */
  all: number
  choices: ImportChoices
  lockedReason: string | null
  /** The service stores choices. */
  canChoose: boolean
  onChoose: (key: string, chosen: NeedChoice | null) => void
  /** Creates it; null if that is not possible here. */
  create: (need: AccountNeed) => (() => void) | null
}) {
  const [isWhole, setWhole] = useState(false)
  const open = missing.filter(({ key }) => (choices.chosen[field].get(key)?.id ?? null) === null).length
  const shown = isWhole ? missing : missing.slice(0, firstRows)
  return (
    <ReviewItem
      icon={bindingKinds[field].icon}
      tone={open === 0 ? 'ok' : 'warn'}
      title={titleOf(field, open, missing.length - open, all)}
    >
      <p className="text-text-2">
        {open === 0 ? 'Your choices are saved after the import.' : meanings[field]}
        {!canChoose && ' Add it after the import.'}
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
              chosen={choices.chosen[field].get(key) ?? null}
              instead={make === null ? 'Choose later' : 'Choose or create later'}
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
