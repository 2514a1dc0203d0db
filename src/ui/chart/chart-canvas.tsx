import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartBar } from './chart.tsx'

/** Width of a bar as a fraction of its slot, and its maximum in px. */
const barShare = 0.7
const widestBar = 28
const dash = [3, 3]

type Ink = 'bar' | 'pale' | 'line' | 'grid'

/** A canvas cannot read a CSS variable: each colour is the computed one of a hidden element. */
const probes: Record<Ink, string> = { bar: 'text-chart', pale: 'text-chart/45', line: 'text-text-3', grid: 'text-line' }

interface Size {
  width: number
  height: number
  /** Width right of the bars, for the axis labels. */
  axis: number
}

function optionsOf({ width, height, axis }: Size, lines: readonly number[], ink: (name: Ink) => string): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [barShare, widestBar], radius: 0.12 })
  const series = (name: Ink): uPlot.Series => ({
    fill: () => ink(name),
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  return {
    width,
    height,
    padding: [10, axis, 1, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      // Half a slot on either side, so that the first and last bar are complete.
      x: { time: false, range: (plot) => [-0.5, (plot.data[0].length || 1) - 0.5] },
      y: { range: () => [lines[0] ?? 0, lines.at(-1) ?? 1] },
    },
    axes: [
      { show: false },
      {
        size: 0,
        splits: () => [...lines],
        values: (_plot, splits) => splits.map(() => ''),
        grid: { stroke: () => ink('grid'), width: 1 },
        ticks: { show: false },
      },
    ],
    series: [
      {},
      series('bar'),
      series('pale'),
      { stroke: () => ink('line'), width: 1.25, dash, points: { show: false }, spanGaps: true },
    ],
  }
}

const dataOf = (bars: readonly ChartBar[]): uPlot.AlignedData => [
  bars.map((_bar, index) => index),
  bars.map((bar) => (bar.isIncomplete ? null : bar.value)),
  bars.map((bar) => (bar.isIncomplete ? bar.value : null)),
  bars.map((bar) => bar.before),
]

/** Redraws when the theme changes, by choice or with the system. */
function onTheme(change: () => void): () => void {
  const chosen = new MutationObserver(change)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)']
  const system = queries.map((query) => window.matchMedia(query))
  for (const one of system) one.addEventListener('change', change)
  return () => {
    chosen.disconnect()
    for (const one of system) one.removeEventListener('change', change)
  }
}

/** The bars of a Chart, painted by uPlot. Labels and keyboard support are in Chart. */
export function ChartCanvas({
  bars,
  lines,
  size,
}: {
  bars: readonly ChartBar[]
  lines: readonly number[]
  size: Size
}) {
  const place = useRef<HTMLDivElement>(null)
  const { width, height, axis } = size
  useEffect(() => {
    const box = place.current
    if (box === null || width <= 0) return undefined
    const ink = (name: Ink) => {
      const probe = box.querySelector(`[data-ink=${name}]`)
      return probe === null ? 'transparent' : getComputedStyle(probe).color
    }
    const plot = new uPlot(optionsOf({ width, height, axis }, lines, ink), dataOf(bars), box)
    const stop = onTheme(() => plot.redraw())
    return () => {
      stop()
      plot.destroy()
    }
  }, [bars, lines, width, height, axis])
  return (
    <div ref={place} className="absolute inset-0">
      {Object.entries(probes).map(([name, className]) => (
        <span key={name} data-ink={name} className={className} hidden />
      ))}
    </div>
  )
}
