import { KeyRound } from 'lucide-react'
import type { FirstOf, FoundSecret, AccountReference } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'
import type { ImportChoices, NeedChoice } from './import-choices.ts'
import type { AccountKeys } from './missing-needs.ts'
import { NeedRow } from './need-row.tsx'
import { ReviewItem } from './review-item.tsx'

/** Places of a secret in the file, with links to nodes on the canvas. */
function Places({ places, onNode }: { places: FoundSecret['occurrences']; onNode: (id: string) => void }) {
  const more = places.count - places.first.length
  return (
    <ul className="text-text-2">
      {places.first.map(({ node, field }) => (
        <li key={`${node?.id ?? ''} ${field}`}>
          {node !== null && (
            <>
              <button type="button" className="link cursor-pointer text-left" onClick={() => onNode(node.id)}>
                {node.name}
              </button>
              {' → '}
            </>
          )}
          {field}
        </li>
      ))}
      {more > 0 && <li>and {count(more, 'more place')}</li>}
    </ul>
  )
}

/** Item of the review for secrets in the file. Their values are not shown, and never leave the browser. */
export function SecretsItem({
  secrets,
  renamed,
  account,
  choices,
  lockedReason,
  canChoose,
  onNode,
  onChoose,
  create,
}: {
  secrets: FirstOf<FoundSecret>
  /** Number of ids, types and keys that contained a secret. */
  renamed: number
  account: AccountKeys | null
  choices: ImportChoices
  lockedReason: string | null
  canChoose: boolean
  onNode: (id: string) => void
  onChoose: (key: string, chosen: NeedChoice | null) => void
  /** Returns the function that creates a secret with a key; null if that is not possible. */
  create: (need: AccountReference) => (() => void) | null
}) {
  const all = secrets.count + renamed
  return (
    <ReviewItem icon={KeyRound} tone="bad" title={`${count(all, 'secret was', 'secrets were')} found in the file`}>
      <p className="text-text-2">
        {all === 1 ? 'It is removed and replaced by a reference.' : 'They are removed and replaced by references.'}{' '}
        Secrets never leave this browser with a flow.
      </p>
      <ul className="grid gap-2">
        {secrets.first.map(({ key, occurrences: places, isUsed }) => {
          const isHere = account?.secrets.has(key) === true
          return (
            <li key={key} className="grid gap-1">
              <Places places={places} onNode={onNode} />
              {isUsed && canChoose ? (
                <ul>
                  <NeedRow
                    field="secrets"
                    name={key}
                    choice={choices.bindings.secrets.get(key) ?? null}
                    defaultLabel={isHere ? `“${key}”, already in this account` : 'Fill in later'}
                    {...(isHere ? { noBindingLabel: 'Fill in later' } : {})}
                    lockedReason={lockedReason}
                    onChoose={(chosen) => onChoose(key, chosen)}
                    onCreate={isHere ? null : create({ key, nodes: { count: 0, first: [] } })}
                  />
                </ul>
              ) : (
                <p className="text-xs text-text-3">
                  {isUsed ? (
                    <span className="mono">{`{{ secrets.${key} }}`}</span>
                  ) : (
                    'This secret was in a part of the file that never runs.'
                  )}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {renamed > 0 && (
        <p className="text-text-2">
          {count(
            renamed,
            'id, type or key contained a secret and was renamed.',
            'ids, types or keys contained a secret and were renamed.',
          )}
        </p>
      )}
      {secrets.count > secrets.first.length && (
        <p className="text-text-2">and {count(secrets.count - secrets.first.length, 'more secret')}</p>
      )}
    </ReviewItem>
  )
}
