import { FileText, FolderOpen } from 'lucide-react'
import { count } from '#lib/count.ts'
import { usePaste } from '#parts/flows/pasted-files.ts'
import { Button } from '#ui/controls/button.tsx'
import { DropZone } from '#ui/files/drop-zone.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { pickFiles } from '#ui/files/pick-files.ts'
import { useFileOpening, type FileOpeningState } from './use-file-opening.ts'

const progressWords = (state: Extract<FileOpeningState, { is: 'reading' }>): string => {
  const { progress } = state
  if (progress?.step === 'reading') return `${Math.floor((progress.bytes / Math.max(1, progress.of)) * 100)}% read.`
  if (progress?.step === 'unpacking') return `${progress.files.toLocaleString()} of ${count(progress.of, 'file')} read.`
  return 'Parsing its content.'
}

/** Progress of reading a file, or why it was not opened. */
function ReadingStatus({
  state,
  onCancel,
  onPick,
}: {
  state: FileOpeningState
  onCancel: () => void
  onPick: (at: number) => void
}) {
  if (state.is === 'reading')
    return (
      <div className="flex flex-wrap items-center justify-center gap-3" role="status">
        <span className="min-w-0 wrap-anywhere">
          Reading {state.file}. {progressWords(state)}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    )
  if (state.is === 'refused')
    return (
      <Note tone="bad" title={<span className="wrap-anywhere">{state.file} was not opened</span>}>
        {state.words}
        {state.readable.map(({ flow }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- flow names are not unique, and never reordered
          <p key={at} className="mt-2">
            <Button onClick={() => onPick(at)}>Open the readable part: {count(flow.counts.nodes, 'node')}</Button>
          </p>
        ))}
      </Note>
    )
  return null
}

/** Maximum flows of one file that are listed. */
const maxListed = 500

/** The flows of a file that contains several. */
function FileFlowList({
  state,
  onPick,
  onOther,
}: {
  state: Extract<FileOpeningState, { is: 'several' }>
  onPick: (at: number) => void
  onOther: () => void
}) {
  return (
    <section className="mx-auto grid w-full max-w-[560px] gap-3 p-6" aria-label={`Flows in ${state.file}`}>
      <h2 className="wrap-anywhere">{state.file}</h2>
      <p className="text-text-2" role="status">
        {count(state.flows.length, 'flow')}. Choose one.
        {state.refusedCount > 0 && ` ${count(state.refusedCount, 'file contains', 'files contain')} none.`}
      </p>
      <ul className="card overflow-hidden">
        {state.flows.slice(0, maxListed).map(({ file, flow }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- flow names are not unique, and never reordered
          <li key={at} className="not-first:border-t not-first:border-line">
            <button
              type="button"
              className="grid w-full cursor-pointer px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onPick(at)}
            >
              <span className="wrap-anywhere" dir="auto">
                {flow.name}
              </span>
              <span className="text-xs wrap-anywhere text-text-3">
                {file} · {count(flow.counts.nodes, 'node')} · {count(flow.counts.edges, 'edge')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {state.flows.length > maxListed && (
        <p className="text-text-3">
          Only the first {maxListed} are listed. To open another, unpack the ZIP and choose the file.
        </p>
      )}
      <p>
        <Button onClick={onOther}>Choose another file</Button>
      </p>
    </section>
  )
}

/** Asks for a file. `requestedKey` = the key in the URL, under which this browser has no file. */
export function ChooseFile({ requestedKey }: { requestedKey: string | undefined }) {
  const { state, read, cancel, pick } = useFileOpening(requestedKey)
  usePaste(([file]) => file !== undefined && read(file))
  const choose = () =>
    void pickFiles('').then(([file]) => {
      if (file !== undefined) read(file)
    })
  const privacyNote = 'It is only shown in this browser: nothing is sent or imported.'
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      {state.is === 'several' ? (
        <FileFlowList state={state} onPick={pick} onOther={choose} />
      ) : (
        <>
          <EmptyState
            title={requestedKey === undefined ? 'Open a file without importing it' : 'This file is not in this browser'}
            words={
              requestedKey === undefined
                ? `Choose a file, drop it here, or paste its text. ${privacyNote}`
                : 'It was opened in another browser, or removed from this one. Choose it again to open it at this URL.'
            }
            actions={[
              {
                icon: requestedKey === undefined ? <FolderOpen /> : <FileText />,
                title: requestedKey === undefined ? 'Choose a file' : 'Choose the file again',
                words: 'A flow template, a file from another product, or a ZIP of these.',
                onChoose: choose,
              },
            ]}
          />
          <div className="mx-auto w-full max-w-[560px] px-6 pb-6 empty:hidden">
            <ReadingStatus state={state} onCancel={cancel} onPick={pick} />
          </div>
        </>
      )}
      <DropZone words="Drop a file to open it" onFiles={([file]) => file !== undefined && read(file)} />
    </div>
  )
}
