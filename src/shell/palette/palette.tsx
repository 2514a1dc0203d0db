import { CircleX, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ApiError } from '#api/errors.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { useModal } from '#ui/overlays/dialog.tsx'
import { ProgressLine } from '#ui/feedback/skeleton.tsx'
import { openOverlay } from './open-overlay.ts'
import { useCommands } from './palette-commands.tsx'
import { orderedLines, matchingLines, readPaletteText, type PaletteLine } from './palette-lines.ts'
import { PaletteList } from './palette-list.tsx'
import { usePaletteResults } from './palette-search.tsx'

const close = () => openOverlay.set('none')

/** The lines for a text: the actions of `of`, or search results, pages and actions that match. */
function useLines(text: string, of: PaletteLine | null) {
  const found = usePaletteResults(of === null ? text : '>')
  const commands = useCommands()
  const { mode, words } = readPaletteText(text)
  if (of !== null) return { ...found, lines: matchingLines(of.actions ?? [], text.trim()), words: text.trim() }
  const fixed = mode === 'conversations' ? [] : commands.filter((one) => mode === 'all' || one.group === 'Actions')
  return { ...found, lines: orderedLines([...found.lines, ...matchingLines(fixed, words)], words), words }
}

/** Runs a slow action: the palette closes when it is done, and shows errors. */
function useRunning() {
  const [running, setRunning] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = (label: string, run: () => Promise<void>) => {
    setRunning(label)
    setFailure(null)
    run().then(close, (problem: unknown) => {
      setRunning(null)
      const why = problem instanceof ApiError ? failureMeaning(problem) : 'The browser could not complete the action.'
      setFailure(`${label} failed. ${why}`)
    })
  }
  return { running, failure, start }
}

const Problem = ({ words }: { words: string }) => (
  <p role="status" className="flex flex-none gap-2 border-t border-line px-4 py-2 text-xs text-bad">
    <CircleX className="s mt-px" />
    <span className="min-w-0 flex-1 wrap-anywhere">{words}</span>
  </p>
)

function Foot({ hasActions, isWithin }: { hasActions: boolean; isWithin: boolean }) {
  return (
    <div className="flex h-9 flex-none items-center gap-3 border-t border-line bg-sunken px-4 text-xs text-text-2 max-sm:hidden">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>↵</kbd> {isWithin ? 'run' : 'open'}
      </span>
      {hasActions && (
        <span>
          <kbd>Tab</kbd> more actions
        </span>
      )}
      {isWithin ? (
        <span>
          <kbd>Esc</kbd> back
        </span>
      ) : (
        <span className="ml-auto">
          <b>&gt;</b> actions <b className="ml-2">#</b> conversations
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
  const [within, setWithin] = useState<{ line: PaletteLine; text: string } | null>(null)
  /** Enter was pressed before the results arrived. */
  const [waits, setWaits] = useState(false)
  const { lines, words, pending, failures } = useLines(text, within?.line ?? null)
  const { running, failure, start } = useRunning()
  const chosen = Math.max(0, Math.min(at, lines.length - 1))
  const line = lines[chosen]
  useModal(box)
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  const show = (next: string) => {
    setText(next)
    setAt(0)
    setWaits(false)
  }
  const choose = (one: PaletteLine | undefined) => {
    if (one === undefined || running !== null) return
    if (one.run) start(one.label, one.run)
    else {
      close()
      one.onChoose()
    }
  }
  if (waits && !pending) {
    setWaits(false)
    queueMicrotask(() => choose(line))
  }
  const enter = () => {
    // Enter pressed while results are loading applies to the results, not to the line shown in the meantime.
    const isSure = line !== undefined && (line.group === 'Pages' || line.group === 'Actions')
    if (pending && at === 0 && words !== '' && !isSure) setWaits(true)
    else choose(line)
  }
  const back = () => {
    if (within === null) close()
    else {
      show(within.text)
      setWithin(null)
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const count = Math.max(1, lines.length)
    if (event.key === 'ArrowDown') setAt((chosen + 1) % count)
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + count) % count)
    else if (event.key === 'Enter') enter()
    else if (event.key === 'Tab' && !event.shiftKey && line?.actions) {
      setWithin({ line, text })
      show('')
    } else if (
      within !== null &&
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
        if (event.target === box.current) close()
      }}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex h-12 flex-none items-center gap-3 border-b border-line px-4">
          <Search className="text-text-2" />
          {within !== null && (
            <span className="tag max-w-[45%]">
              <bdi className="cut">{within.line.label}</bdi>
            </span>
          )}
          <input
            className="min-w-0 flex-1 bg-transparent text-base outline-none"
            role="combobox"
            aria-label={within === null ? 'Search or jump to' : `Actions for ${within.line.label}`}
            placeholder={within === null ? 'Search or jump to' : 'Choose an action'}
            aria-expanded={lines.length > 0}
            aria-controls={lines.length > 0 ? id : undefined}
            aria-activedescendant={lines.length > 0 ? `${id}-${chosen}` : undefined}
            data-autofocus=""
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => show(event.target.value)}
            onKeyDown={onKey}
          />
          <kbd>Esc</kbd>
        </div>
        <ProgressLine busy={pending || running !== null} />
        {lines.length > 0 ? (
          <PaletteList id={id} lines={lines} words={words} chosen={chosen} onChoose={choose} />
        ) : (
          <p className="px-4 py-4 wrap-anywhere text-text-2">{pending ? 'Searching…' : `No results for “${words}”.`}</p>
        )}
        {problem !== null && <Problem words={problem} />}
        <Foot hasActions={line?.actions !== undefined} isWithin={within !== null} />
      </div>
    </dialog>
  )
}
