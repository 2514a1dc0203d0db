import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, CircleX, Search } from 'lucide-react'
import { Fragment, useCallback, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { toggleChoice, filterOptions, noValue, type PickerOption } from './picker-options.ts'
import { listRoom, placeUnder } from '#ui/browser/anchor-position.ts'
import { useDismiss } from './popup.ts'
import { count } from '#lib/count.ts'
import { useDebouncedValue } from '#ui/browser/use-debounced-value.ts'

/** Maximum options in the list: users type to find others. */
const maxLines = 100
/** Fewer options have no search field until a text is typed. */
const minSearchable = 6
/** Maximum width in pixels of a list that is as wide as its button. */
const maxWidth = 400

export type PickerSource =
  | readonly PickerOption[]
  | ((text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>)

export interface PickerContent {
  /** Accessible name of the field: "Assign to". */
  label: string
  options: PickerSource
  chosen: readonly string[]
  onChosen: (chosen: readonly string[], pressed: PickerOption) => void
  many?: boolean
  /** Label of the option that chooses the typed text. */
  freeTextLabel?: (text: string) => string
  /** The problem of a possible choice: shown below the field, and the typed text stays. Null = none. */
  problemOf?: (chosen: readonly string[]) => string | null
}

/** The options for a text; the previous ones stay while others load. */
function useMatchingOptions(source: PickerSource, text: string) {
  const id = useId()
  const debouncedText = useDebouncedValue(text)
  const searches = typeof source === 'function'
  const optionsQuery = useQuery({
    queryKey: ['picker', id, debouncedText],
    queryFn: ({ signal }) => (searches ? source(debouncedText, signal) : []),
    enabled: searches,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (!searches)
    return { searches, options: filterOptions(source, text), pending: false, failed: false, withoutIdCount: 0 }
  const pending = optionsQuery.isFetching || debouncedText !== text
  // Previous options stay only if they match the current text, so that Enter never chooses an unrelated one.
  const all = pending ? filterOptions(optionsQuery.data ?? [], text) : (optionsQuery.data ?? [])
  const options = all.filter(({ value }) => value !== noValue)
  return {
    searches,
    options,
    pending,
    failed: optionsQuery.isError && !pending,
    withoutIdCount: all.length - options.length,
  }
}

const freeOption = (text: string, options: readonly PickerOption[], words: string): PickerOption[] =>
  text === '' || options.some((option) => option.value === text || option.label === text)
    ? []
    : [{ value: text, label: words }]

/** Text below the field about a problem or further options; null if there is none. */
function statusText(
  matches: { searches: boolean; pending: boolean; failed: boolean; withoutIdCount: number },
  lines: number,
  all: number,
): string | null {
  if (matches.failed) return 'The list could not be loaded. Type to try again.'
  const { withoutIdCount } = matches
  if (withoutIdCount > 0)
    return `This service returns no id for ${withoutIdCount} of these, so ${withoutIdCount === 1 ? 'it' : 'they'} cannot be chosen.`
  if (lines === 0) return matches.pending ? 'Searching…' : 'No matches.'
  if (all <= maxLines) return null
  // The service limits the results of a search, so the total is unknown.
  return `${matches.searches ? 'There are' : all - maxLines} more. Type to find them.`
}

/** Positions the box under its anchor, focuses its field, and keeps the marked option in view. */
function usePickerPosition(anchor: HTMLElement, align: 'start' | 'end', onClose: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const place = useCallback(() => {
    if (box.current === null) return
    const at = anchor.getBoundingClientRect()
    box.current.style.maxHeight = `${listRoom(at, window.innerHeight)}px`
    placeUnder(box.current, at, align)
  }, [anchor, align])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    element.showPopover()
    element.style.minWidth = `${Math.min(anchor.offsetWidth, maxWidth)}px`
    element.querySelector('input')?.focus({ preventScroll: true })
    return () => {
      if (element.contains(document.activeElement)) anchor.focus({ preventScroll: true })
    }
  }, [anchor])
  // Other options change its height.
  useLayoutEffect(() => {
    place()
    box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  })
  useDismiss(box, anchor, onClose, place)
  return box
}

/** The open picker, in the top layer. The focus returns to its button unless it moved elsewhere. */
export function PickerBox({
  anchor,
  align,
  label,
  options,
  chosen,
  many = false,
  freeTextLabel,
  problemOf,
  onChosen,
  onClose,
}: PickerContent & {
  anchor: HTMLElement
  align: 'start' | 'end'
  /** Must be a stable function. */
  onClose: () => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const matches = useMatchingOptions(options, text)
  const typed = text.trim()
  const all = [...matches.options, ...(freeTextLabel ? freeOption(typed, matches.options, freeTextLabel(typed)) : [])]
  const lines = all.slice(0, maxLines)
  const activeValue = at ?? (typed === '' ? chosen[0] : undefined)
  const active = Math.max(
    0,
    lines.findIndex((option) => option.value === activeValue),
  )
  const box = usePickerPosition(anchor, align, onClose)

  const choose = (option: PickerOption | undefined) => {
    if (option === undefined) return
    const next = toggleChoice(chosen, option.value, many)
    const choiceProblem = problemOf?.(next) ?? null
    setProblem(choiceProblem)
    if (choiceProblem !== null) return
    if (many) {
      setText('')
      setAt(option.value)
    } else {
      anchor.focus({ preventScroll: true })
      onClose()
    }
    onChosen(next, option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Elements below the picker do not get its keys.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt(lines[(active + step + lines.length) % lines.length]?.value ?? null)
    else if (event.key === 'Enter') choose(lines[active])
    else if (event.key === 'Escape' || event.key === 'Tab') {
      // From its button the focus continues in the order of the page.
      anchor.focus({ preventScroll: true })
      onClose()
      if (event.key === 'Tab') return
    } else return
    event.preventDefault()
  }
  const isShort = typeof options !== 'function' && options.length < minSearchable && freeTextLabel === undefined
  const status = statusText(matches, lines.length, all.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the field, also where a press beside it took the focus
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className="popup picker"
      onKeyDown={onKeyDown}
    >
      <PickerField
        id={id}
        label={label}
        text={text}
        isShort={isShort}
        lineCount={lines.length}
        active={active}
        isInvalid={problem !== null}
        onText={(next) => {
          setText(next)
          setAt(null)
          setProblem(null)
        }}
      />
      {problem !== null && (
        <p role="alert" className="field-error px-2.5 py-1.5">
          <CircleX className="xs" />
          {problem}
        </p>
      )}
      {lines.length > 0 && (
        <PickerLines
          id={id}
          label={label}
          lines={lines}
          active={active}
          chosen={chosen}
          many={many}
          hasSections={typed === ''}
          onPoint={setAt}
          onChoose={choose}
        />
      )}
      <p role="status" className={status === null ? 'sr-only' : 'px-2.5 py-1.5 text-xs text-text-3'}>
        {status ?? count(lines.length, 'option')}
      </p>
    </div>
  )
}

/** The search field. A short list hides it until a text is typed; it keeps the focus and the keys. */
function PickerField({
  id,
  label,
  text,
  isShort,
  lineCount,
  active,
  isInvalid,
  onText,
}: {
  id: string
  label: string
  text: string
  isShort: boolean
  lineCount: number
  active: number
  isInvalid: boolean
  onText: (text: string) => void
}) {
  return (
    <span className={isShort && text === '' ? 'sr-only' : 'input sm'}>
      <Search className="s" />
      <input
        type="text"
        role="combobox"
        // No keyboard of a phone over a list that needs no search.
        inputMode={isShort ? 'none' : undefined}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={lineCount > 0}
        aria-invalid={isInvalid ? true : undefined}
        aria-controls={lineCount > 0 ? id : undefined}
        aria-activedescendant={lineCount > 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </span>
  )
}

function PickerLines({
  id,
  label,
  lines,
  active,
  chosen,
  many,
  hasSections,
  onPoint,
  onChoose,
}: {
  id: string
  label: string
  lines: readonly PickerOption[]
  active: number
  chosen: readonly string[]
  many: boolean
  hasSections: boolean
  onPoint: (value: string) => void
  onChoose: (option: PickerOption) => void
}) {
  return (
    <div id={id} role="listbox" aria-label={label} aria-multiselectable={many ? true : undefined} className="lines">
      {lines.map((option, index) => (
        <Fragment key={option.value}>
          {hasSections && option.section !== undefined && option.section !== lines[index - 1]?.section && (
            <p aria-hidden="true" className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-xs text-text-3">
              {option.section}
            </p>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys */}
          <div
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(option.value)}
            data-active={index === active ? '' : undefined}
            className="menu-item"
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => onPoint(option.value)}
            onClick={() => onChoose(option)}
          >
            <span className="grid size-4 flex-none place-items-center text-accent">
              {chosen.includes(option.value) && <Check className="s" />}
            </span>
            {option.icon}
            <span className="min-w-0 flex-1 py-1 wrap-anywhere">
              <bdi>{option.label}</bdi>
              {option.note && <span className="ml-2 text-xs text-text-3">{option.note}</span>}
            </span>
          </div>
        </Fragment>
      ))}
    </div>
  )
}
