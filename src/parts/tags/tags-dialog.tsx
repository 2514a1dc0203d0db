import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { maxTags } from '#contract/kernel/limits.ts'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import { ActionError } from '#parts/display/action-error.tsx'
import { changedTags, tagProblem, tagsOf, typedTags, type TagChange } from './flow-tags.ts'
import { useTagOptions } from './tag-options.ts'

/** One tag, with the number of flows that have it or its pending change. */
function TagLine({
  tag,
  many,
  totalFlows,
  state,
  onToggle,
}: {
  tag: string
  many: number
  totalFlows: number
  state: 'kept' | 'added' | 'removed'
  onToggle: () => void
}) {
  const words = {
    kept: many === totalFlows ? '' : `on ${many} of ${totalFlows}`,
    added: 'will be added',
    removed: 'will be removed',
  }
  return (
    <li className="flex min-h-8 items-center gap-2 border-b border-line last:border-0">
      <span className={`min-w-0 flex-1 wrap-anywhere ${state === 'removed' ? 'text-text-3 line-through' : ''}`}>
        <bdi>{tag}</bdi>
      </span>
      <span className={`flex-none text-xs ${state === 'added' ? 'text-ok' : 'text-text-3'}`}>{words[state]}</span>
      <Button
        variant="quiet"
        icon={state === 'removed' ? <Plus /> : <X />}
        aria-label={state === 'removed' ? `Keep the tag ${tag}` : `Remove the tag ${tag}`}
        onClick={onToggle}
      >
        {state === 'removed' ? 'Keep' : 'Remove'}
      </Button>
    </li>
  )
}

/**
 * Dialog for the tags of one or several flows. Nothing is written before saving, and the caller closes the dialog after
 * a save.
 */
export function TagsDialog({
  flows,
  busy = false,
  error = null,
  onSave,
  onClose,
}: {
  flows: readonly { name: string; tags: readonly string[] }[]
  busy?: boolean
  /** Why the last save failed. */
  error?: ApiError | null
  onSave: (change: TagChange) => void
  onClose: () => void
}) {
  const [change, setChange] = useState<TagChange>({ add: [], remove: [] })
  const [problem, setProblem] = useState<string | null>(null)
  const options = useTagOptions()
  const currentTags = tagsOf(flows)
  const added = change.add.filter((tag) => !currentTags.includes(tag))
  const [first] = flows
  const title =
    flows.length === 1 && first !== undefined ? `Tags of “${first.name}”` : `Tags of ${count(flows.length, 'flow')}`
  const many = (tag: string) => flows.filter((flow) => flow.tags.includes(tag)).length
  const flowsOverLimit = flows.filter((flow) => changedTags(flow.tags, change).length > maxTags)
  const isUnchanged = change.add.length === 0 && change.remove.length === 0

  const add = (text: string) => {
    const tags = typedTags(text)
    const wrong = tags.map(tagProblem).find((words) => words !== null) ?? null
    setProblem(wrong)
    if (wrong === null)
      setChange(({ add: before, remove }) => ({
        add: [...new Set([...before, ...tags])],
        remove: remove.filter((tag) => !tags.includes(tag)),
      }))
  }
  const toggle = (tag: string) =>
    setChange(({ add: before, remove }) =>
      remove.includes(tag)
        ? { add: before, remove: remove.filter((one) => one !== tag) }
        : { add: before.filter((one) => one !== tag), remove: currentTags.includes(tag) ? [...remove, tag] : remove },
    )
  const stateOf = (tag: string) =>
    change.remove.includes(tag) ? 'removed' : change.add.includes(tag) ? 'added' : 'kept'
  const save = () => {
    if (flowsOverLimit.length > 0 || busy) return
    if (isUnchanged) onClose()
    else onSave(change)
  }
  const words =
    problem ??
    (flowsOverLimit.length > 0
      ? `Use at most ${maxTags} tags per flow${flows.length > 1 ? `; ${count(flowsOverLimit.length, 'flow')} would have more` : ''}.`
      : null)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={save}
      actions={<DialogActions onCancel={onClose} submitLabel="Save tags" busy={busy} />}
    >
      <div className="grid gap-2">
        {currentTags.length + added.length === 0 ? (
          <p className="text-text-2">No tags yet. Use tags to group and filter flows.</p>
        ) : (
          <ul className="max-h-[40dvh] overflow-auto" aria-label="Tags">
            {[...currentTags, ...added].map((tag) => (
              <TagLine
                key={tag}
                tag={tag}
                many={many(tag)}
                totalFlows={flows.length}
                state={stateOf(tag)}
                onToggle={() => toggle(tag)}
              />
            ))}
          </ul>
        )}
        <span>
          <Picker
            label="Find or type a tag"
            options={options}
            chosen={[]}
            onChosen={(_all, pressed) => add(pressed.value)}
            freeTextLabel={(text) => `Add “${text}”`}
            trigger={
              <Button icon={<Plus />} data-autofocus="">
                Add tag
              </Button>
            }
          />
        </span>
        {words !== null && (
          <p role="alert" className="field-error">
            {words}
          </p>
        )}
        <ActionError title="The tags were not saved" error={error} />
      </div>
    </Dialog>
  )
}
