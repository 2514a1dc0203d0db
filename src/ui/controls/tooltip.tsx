import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react'
import { placeBeside, type AnchorSide } from '#ui/browser/anchor-position.ts'

/** Long enough not to flash while the pointer crosses a bar. */
const delayMs = 400
/** Time to move the pointer from the element onto its words. */
const leaveMs = 120

type Trigger = ReactElement<HTMLAttributes<HTMLElement>>

/** The words themselves, in the top layer, so that a dialog does not hide them. */
function Words({
  id,
  anchor,
  side,
  className,
  onHold,
  children,
}: {
  id: string
  anchor: Element
  side: AnchorSide
  className: string
  onHold: (held: boolean) => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.showPopover()
    if (box.current) placeBeside(box.current, anchor.getBoundingClientRect(), side)
  }, [anchor, side])
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      popover="manual"
      className={`tooltip ${className}`}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      {children}
    </div>
  )
}

/**
 * Words about an element, on hover and on focus; Esc takes them away. Never the only place where something is said. Without words
 * it is the element alone: the same one, so that it keeps its focus when there are words all at once.
 */
export function Tooltip({
  words,
  side = 'top',
  className = '',
  children,
}: {
  words: ReactNode
  side?: AnchorSide
  /** Frames in which it is not shown. */
  className?: string
  /** One element that passes its handlers on to the DOM. */
  children: Trigger
}) {
  const id = useId()
  /** The element whose words are shown. */
  const [anchor, setAnchor] = useState<Element | null>(null)
  /** What is to be shown in a moment, if nothing comes between; null = the pointer was never there: a page has hundreds. */
  const [plan, setPlan] = useState<{ anchor: Element | null; ms: number } | null>(null)
  const later = (next: Element | null, ms: number) => setPlan({ anchor: next, ms })
  useEffect(() => {
    if (plan === null) return undefined
    const timer = setTimeout(setAnchor, plan.ms, plan.anchor)
    return () => clearTimeout(timer)
  }, [plan])
  useEffect(() => {
    if (anchor === null) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAnchor(null)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [anchor])
  const isSaid = words !== null && words !== undefined && words !== ''
  const own = children.props
  const trigger = cloneElement(children, {
    'aria-describedby': anchor === null || !isSaid ? own['aria-describedby'] : id,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') later(event.currentTarget, delayMs)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      later(null, leaveMs)
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      later(null, 0)
    },
    onClick: (event) => {
      own.onClick?.(event)
      // What it leads to may move it away from its words.
      if (event.currentTarget instanceof HTMLAnchorElement) later(null, 0)
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) later(event.currentTarget, 0)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      later(null, 0)
    },
  })
  return (
    <>
      {trigger}
      {anchor !== null && isSaid && (
        <Words
          id={id}
          anchor={anchor}
          side={side}
          className={className}
          onHold={(held) => later(held ? anchor : null, leaveMs)}
        >
          {words}
        </Words>
      )}
    </>
  )
}
