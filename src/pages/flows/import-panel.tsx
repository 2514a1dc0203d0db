import { CircleCheck, CircleX, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { count } from '#lib/count.ts'
import { meaningOf } from '#parts/load-error.tsx'
import { flowPath } from '#src/paths.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { eachOnce, formatWord, missingWords, placeOf } from './import-words.ts'
import type { ImportJob } from './import-list.ts'

const icons = {
  reading: <LoaderCircle className="animate-spin text-accent-text" />,
  waiting: <LoaderCircle className="text-text-3" />,
  sending: <LoaderCircle className="animate-spin text-accent-text" />,
  unread: <CircleX className="text-bad" />,
  refused: <CircleX className="text-bad" />,
  failed: <CircleX className="text-bad" />,
  done: <CircleCheck className="text-ok" />,
}

/** The state of a job in one line. */
function stateWords({ state, format, flow }: ImportJob): string {
  if (state.name === 'reading') return 'Being read'
  if (state.name === 'unread') return 'Not read yet'
  if (state.name === 'refused')
    return state.refusal.code === 'too-large' ? 'Too large' : 'Holds no flow that can be imported'
  const facts = [
    format === null ? '' : formatWord(format),
    flow === null ? '' : count(flow.nodes, 'node'),
    flow === null ? '' : count(flow.edges, 'edge'),
  ].filter((part) => part !== '')
  const word = { waiting: 'Waits', sending: 'Being imported', failed: 'Not imported', done: 'Imported as a draft' }[
    state.name
  ]
  return [word, ...facts].join(' · ')
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <ul className="mt-1 grid gap-1 text-xs text-text-2">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two warnings may read the same
        <li key={index} className="flex gap-1.5">
          <TriangleAlert className="xs mt-0.5 text-warn" />
          <span className="min-w-0">{line}</span>
        </li>
      ))}
    </ul>
  )

/** Warnings that are shown before the rest is counted. */
const maxLines = 6

function Warnings({ lines }: { lines: readonly string[] }) {
  const rest = lines.slice(maxLines)
  return (
    <>
      <Lines lines={lines.slice(0, maxLines)} />
      {rest.length > 0 && (
        <details className="mt-1 text-xs">
          <summary className="link w-fit cursor-pointer">{rest.length} more</summary>
          <Lines lines={rest} />
        </details>
      )}
    </>
  )
}

function Job({ job, onRetry }: { job: ImportJob; onRetry: (key: string) => void }) {
  const { state, flow } = job
  return (
    <li className="flex gap-2.5 border-b border-line px-4 py-3">
      <span className="mt-0.5 flex-none">{icons[state.name]}</span>
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {state.name === 'done' ? (
            <Link className="link" to={flowPath(state.id)}>
              {flow?.name ?? job.file}
            </Link>
          ) : (
            (flow?.name ?? job.file)
          )}
        </p>
        {flow !== null && flow.name !== job.file && <p className="text-xs break-words text-text-3">{job.file}</p>}
        <p className="text-xs text-text-2">{stateWords(job)}</p>
        {state.name === 'refused' && (
          <p className="mt-1 text-text-2">
            {placeOf(state.refusal) !== '' && <b>{placeOf(state.refusal)}. </b>}
            {state.refusal.message}
          </p>
        )}
        {state.name === 'unread' && (
          <div className="mt-1 grid justify-items-start gap-2">
            <p className="text-text-2">
              The part of the console that reads files could not be loaded. The file is kept here; try again once the
              service answers.
            </p>
            <Button icon={<RotateCw />} onClick={() => onRetry(job.key)}>
              Try again
            </Button>
          </div>
        )}
        {state.name === 'failed' && (
          <div className="mt-1 grid justify-items-start gap-2">
            <p className="text-text-2">
              {meaningOf(state.error)} What was read is kept here; trying again is safe.
              {state.error.requestId !== null && <span className="mono text-text-3"> {state.error.requestId}</span>}
            </p>
            <Button icon={<RotateCw />} onClick={() => onRetry(job.key)}>
              Try again
            </Button>
          </div>
        )}
        <Warnings
          lines={eachOnce([...(state.name === 'done' ? missingWords(state.result) : []), ...(flow?.warnings ?? [])])}
        />
      </div>
    </li>
  )
}

/** What became of every file, and of every flow in it. */
export function ImportPanel({
  jobs,
  onRetry,
  onMore,
  onClose,
}: {
  jobs: readonly ImportJob[]
  onRetry: (key: string) => void
  /** Asks for more files. */
  onMore: () => void
  onClose: () => void
}) {
  const done = jobs.filter((job) => job.state.name === 'done').length
  const words = `${done} of ${count(jobs.length, 'flow')} imported`
  return (
    <Panel title="Import" onClose={onClose}>
      <p className="px-4 py-2 text-xs text-text-2" role="status">
        {words}
      </p>
      <ul className="border-t border-line" aria-label="Imported files">
        {jobs.map((job) => (
          <Job key={job.key} job={job} onRetry={onRetry} />
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-2 px-4 py-3 text-text-2">
        <Button onClick={onMore}>Choose more files</Button> or drop them anywhere.
      </p>
    </Panel>
  )
}
