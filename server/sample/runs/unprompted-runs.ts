/** Runs without a conversation: started by schedule, webhook, mail, a person or another flow, and retries. */
import type { CatalogueFlow } from '#server/sample/catalogue.ts'
import { Random } from '#server/sample/random.ts'
import { trafficTimes } from '#server/sample/daily-traffic.ts'
import type { MadeRun, RunMaker } from './run-maker.ts'
import type { RunRequest, SampleFlow } from './run-request.ts'

/** Share of failed runs that are retried, and share of test runs. */
const shares = { retried: 0.3, test: 0.01 }
const minuteMs = 60_000
/** The last runs are still in progress: their number, and maximum age. */
const underWay = { runs: 6, withinMs: 45_000 }

/** Flows with cumulative volumes, for weighted selection by binary search. */
interface Wheel {
  flows: CatalogueFlow[]
  sums: number[]
  whole: number
}

function wheelOf(flows: readonly CatalogueFlow[]): Wheel {
  const wheel: Wheel = { flows: [], sums: [], whole: 0 }
  for (const flow of flows) {
    if (flow.design.volume === 0) continue
    wheel.whole += flow.design.volume
    wheel.flows.push(flow)
    wheel.sums.push(wheel.whole)
  }
  return wheel
}

function spin({ flows, sums, whole }: Wheel, random: Random): CatalogueFlow {
  const wanted = random.next() * whole
  let low = 0
  for (let high = sums.length - 1; low < high;) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > wanted) high = middle
    else low = middle + 1
  }
  return random.pick(flows.slice(low, low + 1))
}

export class UnpromptedRuns {
  readonly #random = new Random('other runs')
  readonly #runs: RunMaker
  readonly #now: number
  readonly #byId: Map<string, SampleFlow>
  /** Flows with a schedule, and all others, whose runs follow the daily traffic. */
  readonly #steady: Wheel
  readonly #busy: Wheel

  constructor(runs: RunMaker, flows: readonly CatalogueFlow[], now: number) {
    this.#runs = runs
    this.#now = now
    this.#byId = new Map(flows.map(({ flow }) => [flow.id, flow]))
    const isSteady = ({ flow }: CatalogueFlow) => flow.shape.kinds.includes('schedule')
    this.#steady = wheelOf(flows.filter(isSteady))
    this.#busy = wheelOf(flows.filter((flow) => !isSteady(flow)))
  }

  /** Creates runs until there are `total`. Yields after each, so that the caller can write them. */
  *all(total: number): Generator<void> {
    const rest = total - this.#runs.count
    if (rest <= 0 || this.#steady.whole + this.#busy.whole === 0) return
    const steady = Math.round((rest * this.#steady.whole) / (this.#steady.whole + this.#busy.whole))
    const parts = [
      { wheel: this.#steady, count: steady },
      { wheel: this.#busy, count: rest - steady },
    ]
    for (const { wheel, count } of parts) {
      let left = count
      let skip = 0
      for (const at of trafficTimes(count, this.#now, wheel === this.#steady)) {
        left -= 1
        if (skip > 0) {
          // Runs started by other runs also count towards the total.
          skip -= 1
          continue
        }
        const isLast = wheel === this.#busy && left < underWay.runs
        const before = this.#runs.count
        this.#one(spin(wheel, this.#random), at, left > underWay.runs * 3, isLast)
        skip = this.#runs.count - before - 1
        yield
      }
    }
  }

  #one({ flow }: CatalogueFlow, moment: number, mayStart: boolean, isLast: boolean): void {
    const random = this.#random
    const kinds = flow.shape.kinds.filter((kind) => kind !== 'manual')
    const kind = kinds.length > 0 ? random.pick(kinds) : 'manual'
    const isTest = random.chance(shares.test)
    const at = isLast
      ? this.#now - random.whole(1000, underWay.withinMs)
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
      underWay: isLast,
    }
    const run = this.#runs.make(request)
    if (!mayStart) return
    this.follow(run)
    if (run.status !== 'failed' && run.status !== 'timed_out') return
    const again = (run.finishedAt ?? at) + random.near(11 * minuteMs)
    if (again < this.#now && random.chance(shares.retried))
      this.follow(this.#runs.make({ ...request, at: again, trigger: 'retry', retryOf: run.id, attempt: 2 }))
  }

  /** Creates the runs that a run has started. */
  follow(run: MadeRun): void {
    for (const { flow: id, at } of run.started) {
      const flow = this.#byId.get(id)
      if (flow)
        this.#runs.make({
          flow,
          at,
          kind: flow.shape.kinds.includes('manual') ? 'manual' : (flow.shape.kinds[0] ?? 'manual'),
          trigger: 'subflow',
          parentRun: run.id,
        })
    }
  }
}
