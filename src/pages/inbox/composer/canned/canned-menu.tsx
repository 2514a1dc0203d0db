import { Plus, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { count } from '#lib/count.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { settingsPath } from '#ui/paths.ts'
import { variableWords, type FilledPiece } from './fill-reply.ts'
import type { CannedMenuState } from './use-canned-menu.ts'

/** The text of a reply with its values, and what is missing. */
function Preview({ pieces }: { pieces: readonly FilledPiece[] }) {
  const missing = pieces.filter(({ kind }) => kind === 'missing').length
  return (
    <div className="preview">
      <p dir="auto" className="text">
        {pieces.map(({ text, kind }, index) =>
          kind === 'plain' ? (
            text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no id and are never reordered
            <span key={index} className={`variable ${kind}`}>
              {kind === 'missing' ? `${variableWords(text)}?` : text}
            </span>
          ),
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-text-3">
        {missing > 0 && (
          <span className="status warn">
            <TriangleAlert />
            {count(missing, 'value is', 'values are')} missing
          </span>
        )}
        <span className="ml-auto pointer-coarse:hidden">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd className="ml-2">⏎</kbd> insert
        </span>
      </p>
    </div>
  )
}

function headWords({ matches, replies, query }: CannedMenuState): string {
  if (replies.data === undefined) return 'Canned replies'
  const total = replies.data.length
  if (total === 0) return 'No canned replies yet'
  return query === ''
    ? count(total, 'canned reply', 'canned replies')
    : `${matches.length} of ${total} match “${query}”`
}

/** The canned replies above the composer: names on the left, the text with its values on the right. */
export function CannedMenu({
  state,
  text,
  onSave,
}: {
  state: CannedMenuState
  /** The text of the reply. */
  text: string
  /** Opens the dialog that saves a text as a canned reply. */
  onSave: (text: string) => void
}) {
  const { id, replies, matches, chosen, pieces, optionId } = state
  const mayWrite = useWriteReason() === null
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (optionId !== undefined) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  }, [optionId])
  // A slash and a shortcut are no text worth saving.
  const savedText = text.startsWith('/') ? '' : text.trim()
  return (
    <div className="canned">
      <div className="names">
        <p className="px-2 pt-1.5 pb-0.5 text-2xs text-text-3" role="status">
          {headWords(state)}
        </p>
        {replies.error !== null && (
          <LoadNote what="Canned replies" error={replies.error} onRetry={() => void replies.refetch()} />
        )}
        <div ref={list} id={id} role="listbox" aria-label="Canned replies" className="options">
          {matches.map((reply, index) => (
            <div
              key={reply.id}
              id={`${id}-${reply.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={reply === chosen}
              className="option"
              // The text field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => {
                if (reply !== chosen) state.choose(index)
              }}
              onClick={() => state.insert(reply)}
              onKeyDown={() => null}
            >
              <bdi className="cut">{reply.name}</bdi>
              <span className="mono flex-none text-text-3">/{reply.shortcut}</span>
            </div>
          ))}
        </div>
        {mayWrite && (
          <p className="foot">
            <button
              type="button"
              className="inline-flex cursor-pointer items-center gap-1"
              onClick={() => onSave(savedText)}
            >
              <Plus className="xs" />
              <span className="link">{savedText === '' ? 'New canned reply' : 'Save this text as a reply'}</span>
            </button>
            <Link className="link" to={settingsPath('canned-replies')}>
              Manage
            </Link>
          </p>
        )}
      </div>
      {chosen !== null && <Preview pieces={pieces} />}
    </div>
  )
}
