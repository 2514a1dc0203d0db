/** Runs without a conversation: started by schedule, webhook, message, a person or another flow, and retries. */
import type { CatalogueFlow } from '#server/sample/catalogue.ts'
import { flowIdOf } from '#server/sample/flows/sample-document.ts'
import { Random } from '#server/sample/random.ts'
import { trafficTimes } from '#server/sample/daily-traffic.ts'
import { serviceDown } from './run-faults.ts'
import type { CreatedRun, RunMaker } from './run-maker.ts'
import type { RunRequest, SampleFlow } from './run-request.ts'

/** Share of failed runs that are retried, and share of test runs. */
const shares = { retried: 0.3, test: 0.01 }
const minuteMs = 60_000
/** The last runs are still in progress: their number, and maximum age. */
const inProgress = { runs: 6, withinMs: 45_000 }

/**
 * A service that is down: since some hours, most runs of one flow fail at its call, by far more than usual, so that the
 * account has a problem to look at. Not in small samples.
 */
const outage = {
  flow: flowIdOf('lead_intake'),
  kind: 'webhook',
  node: 'slot',
  runs: 24,
  /** Every fourth run does not call the service. */
  succeedsEvery: 4,
  withinMs: 180 * minuteMs,
  lastMs: 3 * minuteMs,
  minRuns: 500,
}

/** Flows with cumulative volumes, for weighted selection by binary search. */
interface WeightedFlows {
  flows: CatalogueFlow[]
  cumulativeVolumes: number[]
  totalVolume: number
}

function weightedFlows(flows: readonly CatalogueFlow[]): WeightedFlows {
  const weighted: WeightedFlows = { flows: [], cumulativeVolumes: [], totalVolume: 0 }
  for (const flow of flows) {
    if (flow.design.volume === 0) continue
    weighted.totalVolume += flow.design.volume
    weighted.flows.push(flow)
    weighted.cumulativeVolumes.push(weighted.totalVolume)
  }
  return weighted
}

function pickFlow({ flows, cumulativeVolumes, totalVolume }: WeightedFlows, random: Random): CatalogueFlow {
  const wanted = random.next() * totalVolume
  let low = 0
  for (let high = cumulativeVolumes.length - 1; low < high;) {
    const middle = (low + high) >> 1
    if ((cumulativeVolumes[middle] ?? 0) > wanted) high = middle
    else low = middle + 1
  }
  return random.pick(flows.slice(low, low + 1))
}

export class BackgroundRuns {
  readonly #random = new Random('other runs')
  readonly #runs: RunMaker
  readonly #now: number
  readonly #byId: Map<string, SampleFlow>
  /** Flows with a schedule, and all others, whose runs follow the daily traffic. */
  readonly #scheduled: WeightedFlows
  readonly #unscheduled: WeightedFlows

  constructor(runs: RunMaker, flows: readonly CatalogueFlow[], now: number) {
    this.#runs = runs
    this.#now = now
    this.#byId = new Map(flows.map(({ flow }) => [flow.id, flow]))
    const isSteady = ({ flow }: CatalogueFlow) => flow.paths.triggerKinds.includes('schedule')
    this.#scheduled = weightedFlows(flows.filter(isSteady))
    this.#unscheduled = weightedFlows(flows.filter((flow) => !isSteady(flow)))
  }

  /** Creates runs until there are `total`. Yields after each, so that the caller can write them. */
  *makeRuns(total: number): Generator<void> {
    this.#makeOutage(total)
    const rest = total - this.#runs.count
    if (rest <= 0 || this.#scheduled.totalVolume + this.#unscheduled.totalVolume === 0) return
    const steady = Math.round(
      (rest * this.#scheduled.totalVolume) / (this.#scheduled.totalVolume + this.#unscheduled.totalVolume),
    )
    const parts = [
      { wheel: this.#scheduled, count: steady },
      { wheel: this.#unscheduled, count: rest - steady },
    ]
    for (const { wheel: weighted, count } of parts) {
      let left = count
      let skip = 0
      for (const at of trafficTimes(count, this.#now, weighted === this.#scheduled)) {
        left -= 1
        if (skip > 0) {
          // Runs started by other runs also count towards the total.
          skip -= 1
          continue
        }
        const isLast = weighted === this.#unscheduled && left < inProgress.runs
        const before = this.#runs.count
        this.#makeRun(pickFlow(weighted, this.#random), at, left > inProgress.runs * 3, isLast)
        skip = this.#runs.count - before - 1
        yield
      }
    }
  }

  #makeOutage(total: number): void {
    const flow = this.#byId.get(outage.flow)
    if (!flow || total < outage.minRuns) return
    const { kind, node, runs, succeedsEvery, withinMs, lastMs } = outage
    for (let index = 0; index < runs; index += 1) {
      const at = this.#now - withinMs + Math.round(((withinMs - lastMs) * (index + 1)) / runs)
      const isDown = index % succeedsEvery !== 1
      const certain = { node, fault: isDown ? serviceDown : null }
      this.#runs.make({ flow, at, kind, trigger: 'webhook', certain })
    }
  }

  #makeRun({ flow }: CatalogueFlow, moment: number, mayStart: boolean, isLast: boolean): void {
    const random = this.#random
    const kinds = flow.paths.triggerKinds.filter((kind) => kind !== 'manual')
    const kind = kinds.length > 0 ? random.pick(kinds) : 'manual'
    const isTest = random.chance(shares.test)
    const at = isLast
      ? this.#now - random.whole(1000, inProgress.withinMs)
      : kind === 'schedule'
        ? moment - (moment % minuteMs)
        : moment
    const request: RunRequest = {
      flow,
      at,
      kind,
      isTest,
      trigger: isTest ? 'manual' : kind === 'message' || kind === 'schedule' || kind === 'webhook' ? kind : 'manual',
      channel: kind === 'message' && flow.channels.length > 0 ? random.pick(flow.channels) : null,
      isInProgress: isLast,
    }
    const run = this.#runs.make(request)
    if (!mayStart) return
    this.makeStartedRuns(run)
    if (run.status !== 'failed' && run.status !== 'timed_out') return
    const retryAt = (run.finishedAt ?? at) + random.near(11 * minuteMs)
    if (retryAt < this.#now && random.chance(shares.retried))
      this.makeStartedRuns(this.#runs.make({ ...request, at: retryAt, trigger: 'retry', retryOf: run.id, attempt: 2 }))
  }

  /** Creates the runs that a run has started. */
  makeStartedRuns(run: CreatedRun): void {
    for (const { flow: id, at } of run.started) {
      const flow = this.#byId.get(id)
      if (flow)
        this.#runs.make({
          flow,
          at,
          kind: flow.paths.triggerKinds.includes('manual') ? 'manual' : (flow.paths.triggerKinds[0] ?? 'manual'),
          trigger: 'subflow',
          parentRun: run.id,
        })
    }
  }
}
