import { useCallback, useLayoutEffect, useRef } from 'react'
import type { Suggestion } from '#flow/find/find-suggest.ts'
import { placeUnder } from '#ui/browser/anchor-position.ts'
import { useDismiss } from '#ui/overlays/popup.ts'

/** Suggestions below the field; the field keeps the focus and refers to the active one. */
export function FindSuggestions({
  id,
  anchor,
  list,
  active,
  onChoose,
  onClose,
}: {
  id: string
  anchor: HTMLElement
  list: readonly Suggestion[]
  /** The active line; -1 = none. */
  active: number
  onChoose: (index: number) => void
  /** Has to be the same function between renders. */
  onClose: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const place = useCallback(() => {
    if (box.current) placeUnder(box.current, anchor.getBoundingClientRect(), 'start')
  }, [anchor])
  useLayoutEffect(() => {
    box.current?.showPopover()
  }, [])
  // The height changes with the suggestions.
  useLayoutEffect(() => {
    place()
    box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  })
  useDismiss(box, anchor, onClose, place)
  return (
    <div ref={box} id={id} role="listbox" aria-label="Suggestions" popover="manual" className="popup find-suggestions">
      {list.map(({ insert, note }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keyboard users choose in the field above, which keeps the focus
        <div
          key={insert}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-active={index === active ? '' : undefined}
          className="menu-item"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span className="mono cut" dir="auto">
            {insert}
          </span>
          {note !== '' && <span className="ml-auto flex-none text-xs text-text-3">{note}</span>}
        </div>
      ))}
    </div>
  )
}
