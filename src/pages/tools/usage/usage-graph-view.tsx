import { Fragment } from 'react'
import { count } from '#lib/count.ts'
import { usageRowHeight, usageGraph, type GraphColumn, type Usage } from './usage-graph.ts'
import './usage-graph.css'

const plurals = { tool: 'tools', flow: 'flows', channel: 'channels' } as const

/** Total of a column, including rows that do not fit: "5 flows". */
const counted = (usage: Usage, { noun }: GraphColumn): string => {
  const all = { tool: usage.tools, flow: usage.flows, channel: usage.channels }[noun]
  return count(all.length, noun, plurals[noun])
}

/** Diagram from a tool to the tools, flows and channels that use it. The lists below contain the same as links. */
export function UsageGraphView({ id, usage }: { id: string; usage: Usage }) {
  const graph = usageGraph(id, usage)
  if (graph === null) return null
  const { columns, gaps, height } = graph
  const words = columns.map((column) => counted(usage, column)).join(', then ')
  const templateOf = (some: typeof gaps) => `9px ${some.map(({ width }) => `${width}px minmax(0, 1fr)`).join(' ')}`
  const near = columns.filter(({ noun }) => noun !== 'channel').length
  const tracks: Record<string, string> = { '--all': templateOf(gaps), '--near': templateOf(gaps.slice(0, near)) }
  return (
    // On a phone the names would be cut, and the lists below have them.
    <div className="usage-frame max-sm:hidden">
      <div className="usage-graph" role="img" aria-label={`The tool, then ${words}; listed below`} style={tracks}>
        <span className="usage-stop" style={{ marginTop: (usageRowHeight - 9) / 2 }} />
        {columns.map(({ noun, rows, linkedRows }, index) => {
          const gap = gaps[index]
          return (
            <Fragment key={noun}>
              <svg width={gap?.width} height={height} aria-hidden="true" className={`of-${noun}`}>
                {gap?.paths.map((path) => (
                  <path key={path} d={path} />
                ))}
              </svg>
              <div className={`min-w-0 of-${noun}`}>
                {rows.map(({ id: row, name }, place) => (
                  <div key={`${row} ${name}`} className="usage-row" style={{ height: usageRowHeight }}>
                    {name !== '' && (
                      <>
                        <span className="usage-stop" />
                        <span className="cut" dir="auto" title={name}>
                          {name}
                        </span>
                      </>
                    )}
                    {linkedRows.has(place) && <span className="usage-track" />}
                  </div>
                ))}
              </div>
            </Fragment>
          )
        })}
      </div>
    </div>
  )
}
