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

/** Delay in ms, so that no tooltip flashes while the pointer crosses a bar. */
const delayMs = 400
/** Time in ms to move the pointer from the element to its tooltip. */
const leaveMs = 120

type Trigger = ReactElement<HTMLAttributes<HTMLElement>>

/** The tooltip, in the top layer, so that a dialog does not hide it. */
function TooltipBox({
  id,
  anchor,
  side,
  className,
  onHover,
  children,
}: {
  id: string
  anchor: Element
  side: AnchorSide
  className: string
  onHover: (isHovered: boolean) => void
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
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
    >
      {children}
    </div>
  )
}

/**
 * Tooltip on hover and focus; Esc closes it. Never the only source of information. Without words only the
 * element is rendered; it is the same element, so that it keeps the focus when words appear.
 */
export function Tooltip({
  words,
  side = 'top',
  className = '',
  children,
}: {
  words: ReactNode
  side?: AnchorSide
  /** Breakpoint classes that hide it. */
  className?: string
  /** One element that passes its handlers on to the DOM. */
  children: Trigger
}) {
  const id = useId()
  /** The element whose tooltip is shown. */
  const [anchor, setAnchor] = useState<Element | null>(null)
  /**
   * The next change after `ms`: `anchor` is the element whose tooltip is shown, null = the tooltip is hidden. No plan =
   * never hovered or focused, so that the hundreds of tooltips of a page start no timers.
   */
  const [plan, setPlan] = useState<{ anchor: Element | null; ms: number } | null>(null)
  const schedule = (next: Element | null, ms: number) => setPlan({ anchor: next, ms })
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
  const hasText = words !== null && words !== undefined && words !== ''
  const childProps = children.props
  const trigger = cloneElement(children, {
    'aria-describedby': anchor === null || !hasText ? childProps['aria-describedby'] : id,
    onPointerEnter: (event) => {
      childProps.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') schedule(event.currentTarget, delayMs)
    },
    onPointerLeave: (event) => {
      childProps.onPointerLeave?.(event)
      schedule(null, leaveMs)
    },
    onPointerDown: (event) => {
      childProps.onPointerDown?.(event)
      schedule(null, 0)
    },
    onClick: (event) => {
      childProps.onClick?.(event)
      // Following the link may move it away from its tooltip.
      if (event.currentTarget instanceof HTMLAnchorElement) schedule(null, 0)
    },
    onFocus: (event) => {
      childProps.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) schedule(event.currentTarget, 0)
    },
    onBlur: (event) => {
      childProps.onBlur?.(event)
      schedule(null, 0)
    },
  })
  return (
    <>
      {trigger}
      {anchor !== null && hasText && (
        <TooltipBox
          id={id}
          anchor={anchor}
          side={side}
          className={className}
          onHover={(isHovered) => schedule(isHovered ? anchor : null, leaveMs)}
        >
          {words}
        </TooltipBox>
      )}
    </>
  )
}
