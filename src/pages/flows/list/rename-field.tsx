import { Check, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { useApiMutation } from '#api/query/query.ts'
import { flowNameProblem } from '#parts/flows/flow-name.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { focusRowAfter } from './focus-row-after.ts'
import { FlowConflictDialog, currentOf } from '#parts/flows/flow-conflict-dialog.tsx'

/** The name as a field in its row. Enter saves, Esc cancels; a failed save keeps the text. */
export function RenameField({ flow, onDone }: { flow: FlowSummary; onDone: () => void }) {
  const [name, setName] = useState(flow.name)
  const rename = useApiMutation(flowApi.rename)
  const form = useRef<HTMLFormElement>(null)
  const close = () => focusRowAfter(form.current, onDone)
  const [version, setVersion] = useState(flow.version)
  const trimmed = name.trim()
  const nameError = flowNameProblem(name)
  const { error } = rename
  const current = error === null ? null : currentOf(error)
  const words =
    nameError ?? (error === null || current !== null ? null : (error.fieldErrors['name']?.[0] ?? failureMeaning(error)))
  const save = (expected: number) => {
    if (nameError !== null || rename.isPending) return
    if (trimmed === flow.name) close()
    else rename.mutate({ id: flow.id, body: { name: trimmed, version: knownVersion(expected) } }, { onSuccess: close })
  }
  return (
    <>
      <form
        ref={form}
        className="flex min-w-0 flex-wrap items-center gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          save(version)
        }}
      >
        <span className="input sm max-w-[420px] min-w-[min(160px,100%)] flex-1">
          <input
            ref={(input) => input?.focus()}
            aria-label={`New name for ${flow.name}`}
            aria-invalid={words === null ? undefined : true}
            value={name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close()
            }}
          />
        </span>
        <IconButton label="Save name" type="submit" icon={<Check />} busy={rename.isPending} />
        <IconButton label="Cancel" icon={<X />} onClick={close} />
        {words !== null && (
          <span className="basis-full text-xs whitespace-normal text-bad wrap-anywhere" role="alert">
            {words}
          </span>
        )}
      </form>
      {current !== null && (
        <FlowConflictDialog
          mine={{ name: trimmed, description: null, version }}
          theirs={current}
          onClose={() => rename.reset()}
          onTheirs={close}
          onMine={() => {
            setVersion(current.version)
            save(current.version)
          }}
        />
      )}
    </>
  )
}
