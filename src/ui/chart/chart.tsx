import { Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import './chart.css'
import { gridLines, labelledBars } from './chart-scale.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas, { preload: 'on use' })

export interface ChartBar {
  key: string
  /** Label below the bar and in its tooltip: "18 Nov". */
  name: string
  value: number
  /** The formatted value: "€63.40". */
  words: string
  /** The value in the previous period: a dashed line. Null = unknown. */
  before: number | null
  /** "the 30 days before €59.20"; '' = none. */
  beforeWords: string
  /** An unfinished period. */
  isIncomplete: boolean
}

/** Height of the plot in px, and that of a small chart. */
const heights = { usual: 148, low: 56 } // As in chart.css.
/** Width of the widest digit of an axis label, and the gap before the label, in px. */
const letterWidth = 6.6
const axisGap = 8
/** Half of the tooltip's width in px, to keep the tooltip within the chart. */
const tipHalf = 76

/** The width of an element, observed. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return { box, width }
}

const clampIndex = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1)

/** The bar that a key leads to; null = not a key of the chart. */
function barAfter(key: string, at: number | null, count: number): number | null {
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight' || key === 'ArrowUp') return clampIndex((at ?? last) + 1, count)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at === null ? last : clampIndex(at - 1, count)
  return null
}

/** The tooltip above a bar. */
function BarTooltip({ bar, centre, width }: { bar: ChartBar; centre: number; width: number }) {
  const left = Math.min(Math.max(centre, Math.min(tipHalf, width / 2)), Math.max(width - tipHalf, width / 2))
  return (
    <div className="chart-tip" style={{ left }}>
      <span>{bar.name}</span> <b>{bar.words}</b>
      {bar.beforeWords !== '' && <small>{bar.beforeWords}</small>}
    </div>
  )
}

/**
 * Bar chart with the previous period as a dashed line. Pointer and arrow keys show the value of a bar, Enter or a click
 * selects it. For a screen reader it is one control that steps through the bars; a table with the same values belongs
 * beside it.
 * @param axisWords returns the label of a grid line; `step` = distance between grid lines
 * @param isLow for small charts: lower, with only the first and the last label of either axis
 */
export function Chart({
  label,
  bars,
  axisWords,
  isLow = false,
  onPick,
}: {
  label: string
  /** At least one. */
  bars: readonly ChartBar[]
  axisWords: (value: number, step: number) => string
  isLow?: boolean
  onPick: (key: string) => void
}) {
  const { box, width } = useWidth()
  const [at, setAt] = useState<number | null>(null)
  const lines = useMemo(() => {
    const values = bars.flatMap((bar) => (bar.before === null ? [bar.value] : [bar.value, bar.before]))
    const all = gridLines(Math.min(...values), Math.max(...values))
    return isLow ? all.filter((_line, index) => index === 0 || index === all.length - 1) : all
  }, [bars, isLow])
  const height = isLow ? heights.low : heights.usual
  const words = lines.map((line) => axisWords(line, (lines[1] ?? 1) - (lines[0] ?? 0)))
  const axis = Math.max(36, axisGap + Math.ceil(Math.max(...words.map((one) => one.length)) * letterWidth))
  const size = useMemo(() => ({ width, height, axis }), [width, height, axis])
  const plot = Math.max(1, width - axis)
  const step = plot / bars.length
  const centreOf = (index: number) => (index + 0.5) * step
  const active = at === null ? null : (bars[at] ?? null)
  const announcedBar = active ?? bars.at(-1)
  const [low = 0, high = 1] = [lines[0], lines.at(-1)]

  const barAtPointer = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    return x >= 0 && x < plot ? clampIndex(Math.floor(x / step), bars.length) : null
  }
  const onKey = (event: KeyboardEvent) => {
    const next = barAfter(event.key, at, bars.length)
    if (next !== null) setAt(next)
    else if ((event.key === 'Enter' || event.key === ' ') && active !== null) onPick(active.key)
    else if (event.key === 'Escape' && at !== null) setAt(null)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      className={`chart ${isLow ? 'low' : ''}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(at ?? bars.length - 1) + 1}
      aria-valuetext={
        announcedBar &&
        [announcedBar.name, announcedBar.words, announcedBar.beforeWords].filter((one) => one !== '').join(', ')
      }
      onKeyDown={onKey}
      onBlur={() => setAt(null)}
      onPointerMove={(event) => setAt(barAtPointer(event))}
      onPointerLeave={() => setAt(null)}
      onClick={(event) => {
        const { left } = event.currentTarget.getBoundingClientRect()
        const picked = bars[Math.floor((event.clientX - left) / step)]
        if (picked !== undefined) onPick(picked.key)
      }}
    >
      {active !== null && <div className="chart-at" style={{ left: (at ?? 0) * step, width: step }} />}
      <Suspense>{width > 0 && <ChartCanvas bars={bars} lines={lines} size={size} />}</Suspense>
      {lines.map((line, index) => (
        <span
          key={line}
          className="chart-y"
          style={{ left: plot + axisGap, top: 10 + (height - 11) * (1 - (line - low) / (high - low)) }}
        >
          {words[index]}
        </span>
      ))}
      {width > 0 &&
        (isLow ? [...new Set([0, bars.length - 1])] : labelledBars(bars.length)).map((index, place, all) => (
          <span
            key={index}
            className={`chart-x ${place === 0 && all.length > 1 ? 'first' : ''}`}
            style={{ left: place === 0 && all.length > 1 ? index * step : centreOf(index) }}
          >
            {bars[index]?.name}
          </span>
        ))}
      {active !== null && <BarTooltip bar={active} centre={centreOf(at ?? 0)} width={width} />}
    </div>
  )
}
