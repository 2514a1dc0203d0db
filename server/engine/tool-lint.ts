/**
 * Checks tools for errors that prevent them from running. Results are cached by content, because each check needs a
 * sandbox thread, and a list needs the results of a whole page.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Tool } from '#contract/tool.ts'
import { makeContentCache } from './content-cache.ts'
import type { Sandbox } from './engine-tools.ts'
import { checkSource, sourceProblemWords, sourcesOf } from './nodes/source.ts'
import type { Log } from '#server/base/log.ts'

/** Maximum delay of a response in ms, for sources that are slow to check and while the sandbox starts. */
const maxDelayMs = 1000
/** Maximum number of cached tools; each takes some hundred bytes. */
const maxCached = 10_000

/** Failures of the sandbox, unrelated to the source. Not cached. */
const transientCodes: ReadonlySet<string> = new Set(['busy', 'cancelled', 'crashed'])
/** Undecided results. Cached for a minute, because an immediate retry would take as long. */
const undecidedCodes: ReadonlySet<string> = new Set(['timeout', 'memory'])
const undecidedTtlMs = 60_000

export interface ToolLint {
  /**
   * The tools with their `problem`, which is absent if the tool has none or the check takes too long.
   * @param account owner of the sources, for fair scheduling
   * @param onLate called if a check finds a problem too late; the next request will include it
   */
  withProblems(account: string, tools: readonly Tool[], onLate: () => void): Promise<Tool[]>
}

const late = Symbol('late')

export function makeToolLint(sandbox: Pick<Sandbox, 'forAccount'>, log: Log): ToolLint {
  const cache = makeContentCache<string | null>(maxCached)

  async function findProblem(account: string, { category, config }: Tool, forget: () => void): Promise<string | null> {
    const own = sandbox.forAccount(account)
    for (const source of sourcesOf({ type: category, config })) {
      const problem = await checkSource(own, source)
      const code = problem?.code ?? ''
      if (transientCodes.has(code)) forget()
      else if (undecidedCodes.has(code)) setTimeout(forget, undecidedTtlMs).unref()
      else if (problem) return sourceProblemWords(source, problem)
    }
    return null
  }

  const problemOf = (account: string, tool: Tool): Promise<string | null> =>
    cache
      .getOrCompute(JSON.stringify([tool.category, tool.config]), (forget) => findProblem(account, tool, forget))
      // An internal error says nothing about the tool, and the list is still useful.
      .catch((error: unknown) => {
        log.warn('checking a tool failed', { tool: tool.id, error })
        return null
      })

  return {
    async withProblems(account, tools, onLate) {
      const done = new AbortController()
      const tooLate = pause(maxDelayMs, late, { signal: done.signal }).catch(() => late)
      const checks = tools.map((tool) => problemOf(account, tool))
      const problems = await Promise.all(checks.map((one) => Promise.race([one, tooLate])))
      done.abort()
      const pending = checks.filter((_, at) => problems[at] === late)
      if (pending.length > 0)
        void Promise.all(pending).then((found) => {
          if (found.some((problem) => problem !== null)) onLate()
        })
      return tools.map((tool, at) => {
        const problem = problems[at]
        return typeof problem === 'string' ? { ...tool, problem } : tool
      })
    },
  }
}
