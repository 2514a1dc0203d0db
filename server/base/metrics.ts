/** Metrics in the Prometheus text format, version 0.0.4. */
import type pg from 'pg'

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  count: number
  seconds: number
  /** Number of requests up to the bound at the same index. */
  within: number[]
}

export interface Metrics {
  /** `name`: an endpoint's id, or a fixed name for all others; never a path, because their number is unlimited. */
  count(name: string, status: number, seconds: number): void
  text(pool: pg.Pool): string
}

export function makeMetrics(): Metrics {
  const requests = new Map<string, number>()
  const latency = new Map<string, Series>()
  const counter = (name: string, help: string, type: string, lines: string[]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines,
  ]
  return {
    count(name, status, seconds) {
      const label = `endpoint="${name}",status="${status}"`
      requests.set(label, (requests.get(label) ?? 0) + 1)
      const series = latency.get(name) ?? { count: 0, seconds: 0, within: bounds.map(() => 0) }
      series.count += 1
      series.seconds += seconds
      for (const [index, bound] of bounds.entries())
        if (seconds <= bound) series.within[index] = (series.within[index] ?? 0) + 1
      latency.set(name, series)
    },
    text(pool) {
      const memory = process.memoryUsage()
      const histogram = [...latency].flatMap(([name, { count, seconds, within }]) => [
        ...bounds.map(
          (bound, index) => `flow_request_seconds_bucket{endpoint="${name}",le="${bound}"} ${within[index] ?? 0}`,
        ),
        `flow_request_seconds_bucket{endpoint="${name}",le="+Inf"} ${count}`,
        `flow_request_seconds_sum{endpoint="${name}"} ${seconds.toFixed(6)}`,
        `flow_request_seconds_count{endpoint="${name}"} ${count}`,
      ])
      return `${[
        ...counter(
          'flow_requests_total',
          'Requests served.',
          'counter',
          [...requests].map(([label, value]) => `flow_requests_total{${label}} ${value}`),
        ),
        ...counter('flow_request_seconds', 'Response time.', 'histogram', histogram),
        ...counter('flow_database_connections', 'Connections of this process.', 'gauge', [
          `flow_database_connections{state="all"} ${pool.totalCount}`,
          `flow_database_connections{state="idle"} ${pool.idleCount}`,
          `flow_database_connections{state="waited_for"} ${pool.waitingCount}`,
        ]),
        ...counter('flow_memory_bytes', 'Memory of this process.', 'gauge', [
          `flow_memory_bytes{kind="resident"} ${memory.rss}`,
          `flow_memory_bytes{kind="heap"} ${memory.heapUsed}`,
        ]),
        ...counter('flow_uptime_seconds', 'Time since the start.', 'gauge', [
          `flow_uptime_seconds ${process.uptime().toFixed(1)}`,
        ]),
      ].join('\n')}\n`
    },
  }
}
