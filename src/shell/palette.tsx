import { useQuery } from '@tanstack/react-query'
import { Keyboard, LogOut, Moon, Search, Settings2, Sun, SunMoon, Workflow, type LucideIcon } from 'lucide-react'
import { createElement, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { q } from '#api/query.ts'
import { flow } from '#contract/flow.ts'
import { flowStatusWord } from '#parts/status.tsx'
import { flowPath } from '#src/paths.ts'
import { useModal } from '#ui/dialog.tsx'
import { overlay } from './overlay.ts'
import { markedPieces, matching, type Line } from './palette-lines.ts'
import { stops } from './stops.ts'
import { theme } from './theme.ts'
import { useSignOut } from './sign-out.ts'

/** More flows than fit at a glance are found on their page. */
const maxFlows = 6
const pauseMs = 150

const icons: Record<string, LucideIcon> = {
  'theme-light': Sun,
  'theme-dark': Moon,
  'theme-system': SunMoon,
  shortcuts: Keyboard,
  'sign-out': LogOut,
}
const iconOf = (line: Line): LucideIcon =>
  icons[line.id] ?? stops.find((stop) => stop.path === line.id)?.icon ?? (line.group === 'Flows' ? Workflow : Settings2)

const close = () => overlay.set('none')

/** The text some time after the last key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** All lines for a text: flows as the service finds them, then pages and actions. */
function useLines(text: string): Line[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const settled = useSettled(text)
  const asksFlows = !settled.trimStart().startsWith('>')
  const flows = useQuery({ ...q(flow.list, { search: settled.trim(), limit: maxFlows }), enabled: asksFlows })
  const found = asksFlows && !text.trimStart().startsWith('>') ? (flows.data?.results ?? []) : []
  const fixed: Line[] = [
    ...stops.map((stop): Line => ({
      id: stop.path,
      group: 'Pages',
      label: stop.label,
      note: `g ${stop.key}`,
      onChoose: () => void navigate(stop.path),
    })),
    { id: 'theme-light', group: 'Actions', label: 'Use the light theme', onChoose: () => theme.set('light') },
    { id: 'theme-dark', group: 'Actions', label: 'Use the dark theme', onChoose: () => theme.set('dark') },
    { id: 'theme-system', group: 'Actions', label: 'Use the theme of the system', onChoose: () => theme.set('system') },
    {
      id: 'shortcuts',
      group: 'Actions',
      label: 'Show the shortcuts',
      note: '?',
      onChoose: () => overlay.set('shortcuts'),
    },
    { id: 'sign-out', group: 'Actions', label: 'Sign out', onChoose: signOut },
  ]
  return [
    ...found.map((one): Line => ({
      id: one.id,
      group: 'Flows',
      label: one.name,
      note: `${flowStatusWord(one.status).toLowerCase()} · ${one.node_count} nodes`,
      onChoose: () => void navigate(flowPath(one.id)),
    })),
    ...matching(fixed, text),
  ]
}

function Option({
  line,
  text,
  id,
  chosen,
  onChoose,
}: {
  line: Line
  text: string
  id: string
  chosen: boolean
  onChoose: () => void
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={`flex h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 ${chosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--color-accent)]' : 'hover:bg-hover'}`}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose()
      }}
    >
      {createElement(iconOf(line), { className: 'text-text-2' })}
      <span className="cut">
        {markedPieces(line.label, text).map((piece) =>
          piece.marked ? (
            <b key={piece.text} className="text-accent-text">
              {piece.text}
            </b>
          ) : (
            piece.text
          ),
        )}
      </span>
      {line.note && <span className="flex-none text-xs text-text-3">{line.note}</span>}
      {chosen && <kbd className="ml-auto">↵</kbd>}
    </div>
  )
}

/** Search or jump to: flows, pages and actions, by keyboard alone. */
export function Palette() {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const lines = useLines(text)
  const chosen = Math.min(at, lines.length - 1)
  useModal(box)
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const choose = (line: Line | undefined) => {
    if (!line) return
    close()
    line.onChoose()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, lines.length))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + lines.length) % Math.max(1, lines.length))
    else if (event.key === 'Enter') choose(lines[chosen])
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={box}
      className="dialog palette"
      aria-label="Search or jump to"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) close()
      }}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex h-12 flex-none items-center gap-3 border-b border-line px-4">
          <Search className="text-text-2" />
          <input
            className="min-w-0 flex-1 bg-transparent text-base outline-none"
            role="combobox"
            aria-label="Search or jump to"
            placeholder="Search or jump to"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={lines.length > 0 ? `${id}-${chosen}` : undefined}
            data-autofocus=""
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKey}
          />
          <kbd>Esc</kbd>
        </div>
        <div id={id} role="listbox" aria-label="Results" tabIndex={-1} className="min-h-0 flex-1 overflow-auto p-1.5">
          {lines.map((line, index) => (
            <div key={`${line.group} ${line.id}`} role="presentation">
              {line.group !== lines[index - 1]?.group && (
                <p className="px-2.5 pt-2 pb-1 text-xs text-text-3">{line.group}</p>
              )}
              <Option
                line={line}
                text={text}
                id={`${id}-${index}`}
                chosen={index === chosen}
                onChoose={() => choose(line)}
              />
            </div>
          ))}
          {lines.length === 0 && <p className="px-2.5 py-4 text-text-2">Nothing matches “{text}”.</p>}
        </div>
        <div className="flex h-9 flex-none items-center gap-3 border-t border-line px-4 text-xs text-text-2 max-sm:hidden">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose
          </span>
          <span>
            <kbd>↵</kbd> open
          </span>
          <span className="ml-auto">
            <b>&gt;</b> actions
          </span>
        </div>
      </div>
    </dialog>
  )
}
