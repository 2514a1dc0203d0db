import { Download, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useFlowRows } from '#pages/flows/list/flow-rows-context.ts'
import { focusRowAfter } from '#pages/flows/list/focus-row-after.ts'
import { DeletionProblem } from './deletion-problem.tsx'
import { OpenRunsWarning } from './delete-dialog.tsx'
import { cancelDeletion, usePendingDeletions, type PendingDeletion } from '#parts/flows/pending-deletions.ts'

/** Whole seconds until a time, counted down. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** A flow in the seconds before its deletion: the consequences, and buttons to cancel or export. */
export function PendingDeletionLine({ flow }: { flow: PendingDeletion }) {
  const { onExport } = useFlowRows()
  const seconds = useSecondsLeft(flow.until)
  // Not requested for several flows: the dialog has already shown their runs.
  const isAlone = usePendingDeletions().length === 1
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu that had the focus is gone: the focus moves to the undo button, unless it is elsewhere.
    if (document.activeElement === document.body) undo.current?.focus()
  }, [])
  if (flow.state === 'failed' || flow.state === 'uncopied') return <DeletionProblem flow={flow} />
  return (
    <div className="flex min-w-0 items-center gap-2" data-leaving="">
      <s className="cut text-text-3 line-through">
        <bdi>{flow.name}</bdi>
      </s>
      {flow.state === 'sending' ? (
        <span className="flex-none text-text-2">Deleting</span>
      ) : (
        <>
          <span className="flex flex-none gap-x-2 max-sm:flex-col">
            <span className="text-text-2">
              Will be deleted in {seconds} s<span className="max-sm:sr-only">.</span>
            </span>
            {isAlone && <OpenRunsWarning flows={[flow]} className="font-semibold text-warn" />}
          </span>
          <Button
            ref={undo}
            icon={<Undo2 />}
            aria-label={`Undo: keep ${flow.name}`}
            onClick={(event) => focusRowAfter(event.currentTarget, () => cancelDeletion(flow.id))}
          >
            Undo
          </Button>
          <Button
            icon={<Download />}
            className="max-sm:hidden"
            aria-label={`Export ${flow.name} first`}
            onClick={() => onExport(flow)}
          >
            Export first
          </Button>
        </>
      )}
    </div>
  )
}
