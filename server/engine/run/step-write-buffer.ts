/**
 * Buffer of unwritten step ends. A step without side effects and cost may be repeated, so its end need not be written
 * before the next step starts: several ends are written in one statement. After a crash, the buffer is off for the run,
 * because its log must show which step was running.
 */
import type { StepEnd, StepStart } from '#server/store/engine/engine-commit.ts'
import type { Beginning } from './drive-parts.ts'

/** Maximum buffered ends. More would mean more repetitions after a crash, and a large statement. */
const maxBufferedEnds = 20
/** Maximum delay in ms, so that longer steps are visible while they run. */
const maxDelayMs = 100

interface Writing {
  ended: StepEnd[]
  started: StepStart[]
  deadlineAt: Date | null
}

const empty = (): Writing => ({ ended: [], started: [], deadlineAt: null })

interface Rule {
  mayHold: boolean
  /** Whether steps of the node with this id may be repeated. */
  isRepeatable(node: string): boolean
  /** Called when the buffer was not taken within `maxDelayMs`. */
  write(): void
}

export class StepWriteBuffer {
  readonly #rule: Rule
  #writing = empty()
  #timer: NodeJS.Timeout | undefined

  constructor(rule: Rule) {
    this.#rule = rule
  }

  isRepeatable(node: string): boolean {
    return this.#rule.isRepeatable(node)
  }

  /** Whether these steps may start before their predecessors are written: all must be repeatable. */
  allows(starts: readonly Beginning[]): boolean {
    if (!this.#rule.mayHold || starts.length === 0 || this.#writing.ended.length >= maxBufferedEnds) return false
    return starts.every(({ step, attempt }) => attempt === 1 && this.isRepeatable(step.node))
  }

  keep({ ended, started, deadlineAt }: Writing): void {
    this.#writing.ended.push(...ended)
    this.#writing.started.push(...started)
    this.#writing.deadlineAt ??= deadlineAt
    this.#timer ??= setTimeout(() => this.#rule.write(), maxDelayMs)
  }

  /** Empties the buffer and returns its content, which the caller must write before later ends. */
  take(): Writing {
    const taken = this.#writing
    this.#writing = empty()
    this.clear()
    return taken
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
