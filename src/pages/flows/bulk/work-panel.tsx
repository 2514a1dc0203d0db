import { RotateCw, Undo2 } from 'lucide-react'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { workWords } from './flow-writes.ts'
import { clearWork, isRunning, retryWork, stopWork, type Work, type WorkItem } from './flow-work.ts'
import {
  cancelDeletion,
  deleteWithoutCopy,
  usePendingDeletions,
  type PendingDeletion,
} from '#parts/flows/pending-deletions.ts'
import { WorkLine } from './work-item.tsx'

/** Progress bar of a work. */
function Progress({ work }: { work: Work }) {
  const open = work.items.filter(({ state }) => state.name === 'waiting' || state.name === 'sending').length
  return (
    <progress
      className="part-done work-progress"
      aria-label={work.title}
      max={work.items.length}
      value={work.items.length - open}
    />
  )
}

/** State of the exported file. */
function FileLine({ work }: { work: Work }) {
  const { state, name, flows, isChosen } = work.file
  if (state === 'none') return null
  if (state === 'packing') return <p className="px-4 pb-2 text-text-2">Creating the ZIP.</p>
  if (state === 'saved')
    return (
      <p className="px-4 pb-2 text-text-2">
        <span className="mono wrap-anywhere">{name}</span> contains {count(flows, 'flow')} and{' '}
        {isChosen ? 'was saved to the chosen location' : 'is in your downloads'}.
      </p>
    )
  return (
    <div className="px-4 pb-3">
      <Note tone="bad" title="The ZIP was not created">
        <p>
          A part of the console could not be loaded, or there was not enough space for the file. Nothing was deleted.
        </p>
        <button type="button" className="link cursor-pointer" onClick={() => void retryWork(work.key)}>
          Try again
        </button>
      </Note>
    </div>
  )
}

/** Maximum lines; further ones are counted. */
const maxLines = 200

/** The items to list; failures come first if there are too many. */
function linesOf({ items }: Work): readonly WorkItem[] {
  if (items.length <= maxLines) return items
  const wrong = items.filter(({ state }) => state.name === 'failed')
  const rest = items.filter(({ state }) => state.name !== 'failed').slice(0, Math.max(0, maxLines - wrong.length))
  return [...wrong, ...rest]
}

function WorkPart({ work }: { work: Work }) {
  const deletionsById = new Map(usePendingDeletions().map((one) => [one.id, one]))
  const failed = work.items.filter(({ state }) => state.name === 'failed' || state.name === 'stopped').length
  const lines = linesOf(work)
  const hasQueuedItems = work.items.some(({ state }) => state.name === 'waiting')
  const inState = (state: PendingDeletion['state']) =>
    work.kind === 'delete' ? work.items.filter(({ flow }) => deletionsById.get(flow.id)?.state === state) : []
  const cancellable = inState('waiting')
  const uncopied = inState('uncopied')
  return (
    <section aria-label={work.title}>
      <h3 className="px-4 pt-3 font-semibold wrap-anywhere">{work.title}</h3>
      <p className="px-4 py-1 text-xs text-text-2" role="status">
        {workWords(work)}
      </p>
      {isRunning(work) && work.kind !== 'delete' && <Progress work={work} />}
      <FileLine work={work} />
      <div className="flex flex-wrap gap-2 px-4 pb-2 empty:hidden">
        {hasQueuedItems && work.kind !== 'delete' && <Button onClick={() => stopWork(work.key)}>Stop</Button>}
        {cancellable.length > 0 && (
          <Button icon={<Undo2 />} onClick={() => cancellable.forEach(({ flow }) => cancelDeletion(flow.id))}>
            Undo: keep {count(cancellable.length, 'flow')}
          </Button>
        )}
        {uncopied.length > 1 && (
          <Button variant="danger" onClick={() => uncopied.forEach(({ flow }) => deleteWithoutCopy(flow.id))}>
            Delete {uncopied.length.toLocaleString()} without a copy
          </Button>
        )}
        {failed > 1 && !isRunning(work) && (
          <Button icon={<RotateCw />} onClick={() => void retryWork(work.key)}>
            Retry {failed}
          </Button>
        )}
      </div>
      <ul className="border-t border-line" aria-label={`Results: ${work.title}`}>
        {lines.map((item) => (
          <WorkLine
            key={item.flow.id}
            workKey={work.key}
            kind={work.kind}
            item={item}
            pendingDeletion={deletionsById.get(item.flow.id)}
          />
        ))}
        {lines.length < work.items.length && (
          <li className="px-4 py-2.5 text-text-2">
            {(work.items.length - lines.length).toLocaleString()} more without problems
          </li>
        )}
      </ul>
    </section>
  )
}

/** Panel with the results of bulk work for each flow. It stays open until the user closes it. */
export function WorkPanel({ works }: { works: readonly Work[] }) {
  return (
    <Panel title="Results" onClose={clearWork}>
      {works.map((work) => (
        <WorkPart key={work.key} work={work} />
      ))}
    </Panel>
  )
}
