import { Undo2 } from 'lucide-react'
import type { ReviewedChange } from '#flow-data/questions/ask-values.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { DiffLine, DiffLines } from '#ui/text/diff-lines.tsx'
import { TextDiff } from '#ui/text/text-diff.tsx'
import type { ValueEdit } from './value-edits.ts'
import { reviewText } from './value-words.ts'

/** From this length on, only the changed lines of a text are shown. */
const minDiffLength = 200

const ownerTitle = ({ owner, nodeName }: ValueEdit): string =>
  owner.kind === 'node' ? (nodeName ?? owner.id) : owner.kind === 'variable' ? 'Variables' : 'Settings'

/** Edits of each node together, in the order of the first one. */
function groupsOf(edits: readonly ValueEdit[]): { id: string; title: string; edits: ValueEdit[] }[] {
  const groups = new Map<string, { id: string; title: string; edits: ValueEdit[] }>()
  for (const edit of edits) {
    const id = edit.owner.kind === 'node' ? `node ${edit.owner.id}` : edit.owner.kind
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { id, title: ownerTitle(edit), edits: [edit] })
    else group.edits.push(edit)
  }
  return [...groups.values()]
}

function Change({ edit, reviewed }: { edit: ValueEdit; reviewed: ReviewedChange | undefined }) {
  const current = reviewed?.current ?? edit.before
  const [before, after] = [reviewText(current), reviewText(edit.value)]
  if (before.length + after.length > minDiffLength && before.includes('\n'))
    return <TextDiff label={edit.label} before={before} after={after} />
  return (
    <DiffLines label={edit.label}>
      <DiffLine sign="−">{before}</DiffLine>
      <DiffLine sign="+">{after}</DiffLine>
    </DiffLines>
  )
}

/** Changed values with the values that they replace, by node. */
export function ChangeList({
  edits,
  reviewed,
  onUndo,
}: {
  edits: readonly ValueEdit[]
  reviewed: ReadonlyMap<string, ReviewedChange>
  onUndo: (key: string) => void
}) {
  return (
    <ul className="change-list" aria-label="Changes">
      {groupsOf(edits).map((group) => (
        <li key={group.id}>
          <p className="font-medium wrap-anywhere">{group.title}</p>
          <ul className="grid gap-2">
            {group.edits.map((edit) => {
              const problem = reviewed.get(edit.key)?.problem ?? null
              return (
                <li key={edit.key}>
                  <div className="flex items-center justify-between gap-2">
                    <span className="text-xs wrap-anywhere text-text-2">{edit.label}</span>
                    <IconButton
                      label={`Undo change of ${edit.label}, ${group.title}`}
                      icon={<Undo2 />}
                      onClick={() => onUndo(edit.key)}
                    />
                  </div>
                  <Change edit={edit} reviewed={reviewed.get(edit.key)} />
                  {problem !== null && <p className="field-error">{problem}</p>}
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
}
