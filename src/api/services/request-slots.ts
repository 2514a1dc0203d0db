/**
 * Limits the open requests for merged lists. A browser opens six connections to a host over HTTP/1.1, and all services of
 * a console are below its own host: requests to a service that hangs would take those that the others need. Pure.
 */

/** Leaves three of six connections to the page itself: its live updates and its own requests. */
const maxOpen = 3
/** Time in ms without a response after which a request gives its slot to a service that is not known to hang. */
const patienceMs = 2_000

/** Work that a slot is for. `onResponse` is called once the response has begun. */
type Task<T> = (signal: AbortSignal, onResponse: () => void) => Promise<T>

interface Job {
  service: string
  start: (onEnd: () => void) => void
  /** Aborts the request and puts the job back; set while it is open and has no response. */
  giveWay: (() => void) | null
  startedAt: number
}

/**
 * One open request per service, `maxOpen` in all, and only one of them to services that did not respond last time.
 */
export class RequestSlots {
  readonly #maxOpen: number
  readonly #patienceMs: number
  #waiting: Job[] = []
  readonly #open = new Map<string, Job>()
  /** Services whose last request got no response. */
  readonly #silent = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(limits: { maxOpen?: number; patienceMs?: number } = {}) {
    this.#maxOpen = limits.maxOpen ?? maxOpen
    this.#patienceMs = limits.patienceMs ?? patienceMs
  }

  /**
   * Runs a task once there is a slot for its service; again, if it had to give way. `isSilence`: whether its error
   * means that the service did not respond. Rejects like the task, and if `abort` is aborted while it waits.
   */
  run<T>(service: string, task: Task<T>, isSilence: (error: unknown) => boolean, abort?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job: Job = { service, start: () => undefined, giveWay: null, startedAt: 0 }
      const stop = () => {
        this.#waiting = this.#waiting.filter((one) => one !== job)
        reject(abort?.reason instanceof Error ? abort.reason : new DOMException('Aborted', 'AbortError'))
      }
      job.start = (onEnd) => {
        abort?.removeEventListener('abort', stop)
        const controller = new AbortController()
        let mustRepeat = false
        job.giveWay = () => {
          mustRepeat = true
          this.#silent.add(service)
          controller.abort()
        }
        const onResponse = () => {
          job.giveWay = null
          this.#silent.delete(service)
        }
        const end = (settle: () => void) => {
          job.giveWay = null
          onEnd()
          settle()
        }
        task(abort ? AbortSignal.any([abort, controller.signal]) : controller.signal, onResponse).then(
          (value) => end(() => resolve(value)),
          (error: unknown) => {
            if (isSilence(error)) this.#silent.add(service)
            if (mustRepeat && abort?.aborted !== true) end(() => enter())
            else end(() => reject(error))
          },
        )
      }
      const enter = () => {
        abort?.addEventListener('abort', stop, { once: true })
        this.#waiting.push(job)
        this.#fill()
      }
      if (abort?.aborted === true) stop()
      else enter()
    })
  }

  /** The next job that may start: one of a service that responds before one of a service that did not. */
  #next(): Job | undefined {
    const isSilentOpen = [...this.#open.keys()].some((service) => this.#silent.has(service))
    const ready = this.#waiting.filter(({ service }) => !this.#open.has(service))
    return (
      ready.find(({ service }) => !this.#silent.has(service)) ??
      (isSilentOpen ? undefined : ready.find(({ service }) => this.#silent.has(service)))
    )
  }

  #fill(): void {
    clearTimeout(this.#timer)
    for (let job = this.#next(); job !== undefined && this.#open.size < this.#maxOpen; job = this.#next())
      this.#start(job)
    const next = this.#next()
    if (next !== undefined && !this.#silent.has(next.service)) this.#makeWay()
  }

  #start(job: Job): void {
    this.#waiting = this.#waiting.filter((one) => one !== job)
    this.#open.set(job.service, job)
    job.startedAt = performance.now()
    job.start(() => {
      this.#open.delete(job.service)
      this.#fill()
    })
  }

  /** Ends the request that waits longest for a response, now or when its patience ends. */
  #makeWay(): void {
    const [oldest] = [...this.#open.values()]
      .filter(({ giveWay }) => giveWay !== null)
      .toSorted((a, b) => a.startedAt - b.startedAt)
    if (oldest === undefined) return
    const leftMs = oldest.startedAt + this.#patienceMs - performance.now()
    if (leftMs <= 0) oldest.giveWay?.()
    else this.#timer = setTimeout(() => this.#fill(), leftMs)
  }
}
