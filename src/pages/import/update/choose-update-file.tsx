import { ClipboardPaste, FileInput } from 'lucide-react'
import { useState } from 'react'
import { importableFiles } from '#flow/formats/format-titles.ts'
import { count } from '#lib/count.ts'
import { fileOfText } from '#parts/flows/pasted-files.ts'
import { PasteDialog } from '#pages/import/paste-dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Note } from '#ui/feedback/note.tsx'
import type { FoundFlow, UpdateFileState } from './use-update-file.ts'

/** Maximum flows of one file that are listed. */
const maxListed = 500

/** The flows of a file that contains several; one of them is picked. */
function FlowChoice({
  state: { file, flows },
  onPick,
}: {
  state: Extract<UpdateFileState, { is: 'several' }>
  onPick: (found: FoundFlow) => void
}) {
  return (
    <section className="mx-auto grid w-full max-w-[560px] gap-3 p-6" aria-label={`Flows in ${file}`}>
      <h2 className="wrap-anywhere">{file}</h2>
      <p className="text-text-2" role="status">
        {count(flows.length, 'flow')}. Choose the one that updates this flow.
      </p>
      <ul className="card overflow-hidden">
        {flows.slice(0, maxListed).map((found, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names are not unique, and never reordered
          <li key={at} className="not-first:border-t not-first:border-line">
            <button
              type="button"
              className="grid w-full cursor-pointer px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onPick(found)}
            >
              <span className="wrap-anywhere" dir="auto">
                {found.flow.name}
              </span>
              <span className="text-xs wrap-anywhere text-text-3">
                {found.file} · {count(found.flow.counts.nodes, 'node')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {flows.length > maxListed && (
        <p className="text-text-3">Only the first {maxListed} are listed. To choose another, unpack the ZIP.</p>
      )}
    </section>
  )
}

/** Asks for the file of an update. */
export function ChooseUpdateFile({
  name,
  isMissing,
  state,
  onChoose,
  onFiles,
  onPick,
}: {
  /** Name of the flow. */
  name: string
  /** Whether the file of the URL is not in this browser any more. */
  isMissing: boolean
  state: UpdateFileState
  /** Opens the file dialog. */
  onChoose: () => void
  onFiles: (files: readonly File[]) => void
  onPick: (found: FoundFlow) => void
}) {
  const [isPasting, setPasting] = useState(false)
  if (state.is === 'several') return <FlowChoice state={state} onPick={onPick} />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <EmptyState
        title={isMissing ? 'This file is no longer in this browser' : `Choose a file for “${name}”`}
        words={`Drop it here, or paste its text. ${importableFiles()} You see what changes before anything is sent.`}
        actions={[
          { icon: <FileInput />, title: 'Choose a file', words: 'JSON, YAML or ZIP.', onChoose },
          {
            icon: <ClipboardPaste />,
            title: 'Paste',
            words: 'Paste the text of a file.',
            onChoose: () => setPasting(true),
          },
        ]}
      />
      <div className="mx-auto w-full max-w-[560px] px-6 pb-6 empty:hidden">
        {state.is === 'reading' && <p role="status">Reading {state.file}…</p>}
        {state.is === 'refused' && (
          <Note tone="bad" title={<span className="wrap-anywhere">{state.file} was not read</span>}>
            {state.words}
          </Note>
        )}
      </div>
      {isPasting && (
        <PasteDialog
          onText={(text) => {
            setPasting(false)
            onFiles([fileOfText(text)])
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  )
}
