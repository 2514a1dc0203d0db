import './stops-line.css'
import { stopBars, stopLegend, stopStates, stopSum, type StopCounts } from '#flow/health/stops.ts'
import type { Verdict } from '#flow/health/verdict.ts'

/** Distance between stops, and between bars, in pixels, if there is room. */
const pitch = { stop: 27, bar: 44 }

/** One stop per step, or one bar per ten, by state. The legend says the same in words, unless all steps run. */
export function StopsLine({ counts, verdict }: { counts: StopCounts; verdict: Verdict }) {
  const bars = stopBars(counts)
  if (bars.length === 0) return null
  const hasBars = bars.length < stopSum(counts)
  return (
    <div>
      <div
        aria-hidden
        className={`stops ${hasBars ? 'bars' : ''}`}
        style={{ maxWidth: bars.length * (hasBars ? pitch.bar : pitch.stop) }}
      >
        {bars.map((bar, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- stops have no identity
          <span key={index}>
            {stopStates.map(
              (state) =>
                bar[state] > 0 && <i key={state} className={`stop-${state}`} style={{ flexGrow: bar[state] }} />,
            )}
          </span>
        ))}
      </div>
      {counts.runs < stopSum(counts) && (
        <ul className="stop-legend" aria-label="Steps">
          {stopLegend(counts, verdict).map(({ state, words }) => (
            <li key={state}>
              <i aria-hidden className={`stop-${state}`} />
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
