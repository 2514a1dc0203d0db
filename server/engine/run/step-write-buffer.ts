/**
 * Buffer of unwritten step ends. A step without side effects and cost may be repeated, so its end need not be written
 * before the next step starts: several ends are written in one statement. After a crash, the buffer is off for the run,
 * because its log must show which step was running.
 */
import type { StepEnd, StepStart } from '#server/store/engine/engine-commit.ts'
import type { PlannedAttempt } from './drive-parts.ts'

/** Maximum buffered ends. More would mean more repetitions after a crash, and a large statement. */
const maxBufferedEnds = 20
/** Maximum delay in ms, so that longer steps are visible while they run. */
const maxDelayMs = 100

interface BufferedWrites {
  ended: StepEnd[]
  started: StepStart[]
  deadlineAt: Date | null
}

const empty = (): BufferedWrites => ({ ended: [], started: [], deadlineAt: null })

interface BufferOptions {
  mayBuffer: boolean
  /** Whether steps of the node with this id may be repeated. */
  isRepeatable(node: string): boolean
  /** Called when the buffer was not taken within `maxDelayMs`. */
  flush(): void
}

export class StepWriteBuffer {
  readonly #options: BufferOptions
  #buffer = empty()
  #timer: NodeJS.Timeout | undefined

  constructor(options: BufferOptions) {
    this.#options = options
  }

  isRepeatable(node: string): boolean {
    return this.#options.isRepeatable(node)
  }

  /** Whether these steps may start before their predecessors are written: all must be repeatable. */
  mayDelay(starts: readonly PlannedAttempt[]): boolean {
    if (!this.#options.mayBuffer || starts.length === 0 || this.#buffer.ended.length >= maxBufferedEnds) return false
    return starts.every(({ step, attempt }) => attempt === 1 && this.isRepeatable(step.node))
  }

  add({ ended, started, deadlineAt }: BufferedWrites): void {
    this.#buffer.ended.push(...ended)
    this.#buffer.started.push(...started)
    this.#buffer.deadlineAt ??= deadlineAt
    this.#timer ??= setTimeout(() => this.#options.flush(), maxDelayMs)
  }

  /** Empties the buffer and returns its content, which the caller must write before later ends. */
  drain(): BufferedWrites {
    const taken = this.#buffer
    this.#buffer = empty()
    this.clear()
    return taken
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
