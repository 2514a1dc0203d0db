/**
 * What a run has done and not written down yet. A step that leaves nothing behind and costs nothing may be done again, so its end need
 * not be there before the next one begins: what several of them write goes into one statement instead of one each. A run whose
 * process died holds nothing back any more, for its log must tell which step was under way.
 */
import type { StepEnd, StepStart } from '#server/store/engine/engine-commit.ts'
import type { Beginning } from './drive-parts.ts'

/** Ends that wait to be written. More would be done again after a crash, and make one large statement. */
const mostHeld = 20
/** Milliseconds until they are written, whatever is under way: people see a step that takes longer while it runs. */
const longestHeldMs = 100

interface Writing {
  ended: StepEnd[]
  started: StepStart[]
  deadlineAt: Date | null
}

const empty = (): Writing => ({ ended: [], started: [], deadlineAt: null })

interface Rule {
  mayHold: boolean
  /** By id of the node. */
  isRepeatable(node: string): boolean
  /** Called where nobody has taken what is held in time. */
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

  /** Whether these may begin before what led to them is written: all of them can be done a second time. */
  allows(starts: readonly Beginning[]): boolean {
    if (!this.#rule.mayHold || starts.length === 0 || this.#writing.ended.length >= mostHeld) return false
    return starts.every(({ step, attempt }) => attempt === 1 && this.isRepeatable(step.node))
  }

  keep({ ended, started, deadlineAt }: Writing): void {
    this.#writing.ended.push(...ended)
    this.#writing.started.push(...started)
    this.#writing.deadlineAt ??= deadlineAt
    this.#timer ??= setTimeout(() => this.#rule.write(), longestHeldMs)
  }

  /** Who takes it writes it, before what came after it. */
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
