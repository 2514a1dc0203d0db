import { CircleX, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ApiError } from '#api/errors.ts'
import { useLacks } from '#api/query/me.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { useModal } from '#ui/overlays/dialog.tsx'
import { ProgressLine } from '#ui/feedback/skeleton.tsx'
import { closeOverlay } from './open-overlay.ts'
import { useCommands } from './palette-commands.tsx'
import { orderedLines, matchingLines, readPaletteText, type PaletteLine } from './palette-lines.ts'
import { PaletteList } from './palette-list.tsx'
import { usePaletteResults } from './palette-search.tsx'

/** The lines for a text: the actions of `of`, or search results, pages and actions that match. */
function useLines(text: string, of: PaletteLine | null) {
  const found = usePaletteResults(of === null ? text : '>')
  const commands = useCommands()
  const { mode, words } = readPaletteText(text)
  if (of !== null) return { ...found, lines: matchingLines(of.actions ?? [], text.trim()), words: text.trim() }
  const matchingCommands =
    mode === 'conversations' ? [] : commands.filter((one) => mode === 'all' || one.group === 'Actions')
  return { ...found, lines: orderedLines([...found.lines, ...matchingLines(matchingCommands, words)], words), words }
}

/** Runs a slow action: the palette closes when it is done, and shows errors. */
function useSlowAction() {
  const [runningLabel, setRunningLabel] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = (label: string, run: () => Promise<void>) => {
    setRunningLabel(label)
    setFailure(null)
    run().then(closeOverlay, (problem: unknown) => {
      setRunningLabel(null)
      const why =
        problem instanceof ApiError ? failureMeaning(problem) : 'The browser could not complete the action. Try again.'
      setFailure(`${label} failed. ${why}`)
    })
  }
  return { runningLabel, failure, start }
}

const Problem = ({ words }: { words: string }) => (
  <p role="status" className="flex flex-none gap-2 border-t border-line px-4 py-2 text-xs text-bad">
    <CircleX className="s mt-px" />
    <span className="min-w-0 flex-1 wrap-anywhere">{words}</span>
  </p>
)

function PaletteFooter({ hasActions, isActionList }: { hasActions: boolean; isActionList: boolean }) {
  const hasConversations = !useLacks('conversation.list')
  return (
    <div className="flex h-9 flex-none items-center gap-3 border-t border-line bg-sunken px-4 text-xs text-text-2 max-sm:hidden">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>↵</kbd> {isActionList ? 'run' : 'open'}
      </span>
      {hasActions && (
        <span>
          <kbd>Tab</kbd> more actions
        </span>
      )}
      {isActionList ? (
        <span>
          <kbd>Esc</kbd> back
        </span>
      ) : (
        <span className="ml-auto">
          <b>&gt;</b> actions
          {hasConversations && (
            <>
              <b className="ml-2">#</b> conversations
            </>
          )}
        </span>
      )}
    </div>
  )
}

/** Command palette: flows, tools, conversations, actions and pages, by keyboard. */
export function Palette() {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  /** The line whose actions are shown, and the previous text. */
  const [parent, setParent] = useState<{ line: PaletteLine; text: string } | null>(null)
  /** Enter was pressed before the results arrived. */
  const [isEnterPending, setEnterPending] = useState(false)
  const { lines, words, pending, failures } = useLines(text, parent?.line ?? null)
  const { runningLabel, failure, start } = useSlowAction()
  const activeIndex = Math.max(0, Math.min(at, lines.length - 1))
  const line = lines[activeIndex]
  useModal(box)
  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeIndex])

  const show = (next: string) => {
    setText(next)
    setAt(0)
    setEnterPending(false)
  }
  const choose = (one: PaletteLine | undefined) => {
    if (one === undefined || runningLabel !== null) return
    if (one.run) start(one.label, one.run)
    else {
      closeOverlay()
      one.onChoose()
    }
  }
  if (isEnterPending && !pending) {
    setEnterPending(false)
    queueMicrotask(() => choose(line))
  }
  const enter = () => {
    // Enter pressed while results are loading applies to the results, not to the line shown in the meantime.
    const isSure = line !== undefined && (line.group === 'Pages' || line.group === 'Actions')
    if (pending && at === 0 && words !== '' && !isSure) setEnterPending(true)
    else choose(line)
  }
  const back = () => {
    if (parent === null) closeOverlay()
    else {
      show(parent.text)
      setParent(null)
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const count = Math.max(1, lines.length)
    if (event.key === 'ArrowDown') setAt((activeIndex + 1) % count)
    else if (event.key === 'ArrowUp') setAt((activeIndex - 1 + count) % count)
    else if (event.key === 'Enter') enter()
    else if (event.key === 'Tab' && !event.shiftKey && line?.actions) {
      setParent({ line, text })
      show('')
    } else if (
      parent !== null &&
      ((event.key === 'Tab' && event.shiftKey) || (event.key === 'Backspace' && text === ''))
    )
      back()
    else return
    event.preventDefault()
  }
  const problem = failure ?? (failures.length > 0 ? failures.join(' ') : null)
  return (
    <dialog
      ref={box}
      className="dialog palette"
      aria-label="Search or jump to"
      onCancel={(event) => {
        event.preventDefault()
        back()
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) closeOverlay()
      }}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex h-12 flex-none items-center gap-3 border-b border-line px-4">
          <Search className="text-text-2" />
          {parent !== null && (
            <span className="tag max-w-[45%]">
              <bdi className="cut">{parent.line.label}</bdi>
            </span>
          )}
          <input
            className="min-w-0 flex-1 bg-transparent text-base outline-none"
            role="combobox"
            aria-label={parent === null ? 'Search or jump to' : `Actions for ${parent.line.label}`}
            placeholder={parent === null ? 'Search or jump to' : 'Choose an action'}
            aria-expanded={lines.length > 0}
            aria-controls={lines.length > 0 ? id : undefined}
            aria-activedescendant={lines.length > 0 ? `${id}-${activeIndex}` : undefined}
            data-autofocus=""
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => show(event.target.value)}
            onKeyDown={onKey}
          />
          <kbd className="pointer-coarse:hidden">Esc</kbd>
        </div>
        <ProgressLine busy={pending || runningLabel !== null} />
        {lines.length > 0 ? (
          <PaletteList id={id} lines={lines} words={words} activeIndex={activeIndex} onChoose={choose} />
        ) : (
          <p className="px-4 py-4 wrap-anywhere text-text-2">{pending ? 'Searching…' : `No results for “${words}”.`}</p>
        )}
        {problem !== null && <Problem words={problem} />}
        <PaletteFooter hasActions={line?.actions !== undefined} isActionList={parent !== null} />
      </div>
    </dialog>
  )
}
