/** What keeps tools from running as they are saved, remembered by content: only the sandbox can tell, and a list asks for a page of them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Tool } from '#contract/tool.ts'
import { makeContentCache } from './content-cache.ts'
import type { Sandbox } from './engine-tools.ts'
import { checkSource, sourceProblemWords, sourcesOf } from './nodes/source.ts'
import type { Log } from '#server/base/log.ts'

/** Milliseconds that an answer waits: sources that are hard to read hold up no list, and neither does a sandbox that begins. */
const waitMs = 1000
/** Tools that are remembered; each takes some hundred bytes. */
const maxKept = 10_000

/** Says something about the process, and nothing about the source. */
const passing: ReadonlySet<string> = new Set(['busy', 'cancelled', 'crashed'])
/** Nobody can tell now. Asking again at once would take as long. */
const undecided: ReadonlySet<string> = new Set(['timeout', 'memory'])
const askAgainMs = 60_000

export interface ToolLint {
  /**
   * The tools with their `problem`; left out where there is none, and where it is not known in time.
   * @param account whose sources they are: none holds up the others
   * @param onLate what was left out for want of time has a problem: whoever asks again is told
   */
  told(account: string, tools: readonly Tool[], onLate: () => void): Promise<Tool[]>
}

const late = Symbol('late')

export function makeToolLint(sandbox: Pick<Sandbox, 'forAccount'>, log: Log): ToolLint {
  const kept = makeContentCache<string | null>(maxKept)

  async function look(account: string, { category, config }: Tool, forget: () => void): Promise<string | null> {
    const own = sandbox.forAccount(account)
    for (const source of sourcesOf({ type: category, config })) {
      const problem = await checkSource(own, source)
      const code = problem?.code ?? ''
      if (passing.has(code)) forget()
      else if (undecided.has(code)) setTimeout(forget, askAgainMs).unref()
      else if (problem) return sourceProblemWords(source, problem)
    }
    return null
  }

  const problemOf = (account: string, tool: Tool): Promise<string | null> =>
    kept
      .of(JSON.stringify([tool.category, tool.config]), (forget) => look(account, tool, forget))
      // A fault of ours says nothing about the tool, and a list without it is still one.
      .catch((error: unknown) => {
        log.warn('checking a tool failed', { tool: tool.id, error })
        return null
      })

  return {
    async told(account, tools, onLate) {
      const done = new AbortController()
      const tooLate = pause(waitMs, late, { signal: done.signal }).catch(() => late)
      const looks = tools.map((tool) => problemOf(account, tool))
      const problems = await Promise.all(looks.map((one) => Promise.race([one, tooLate])))
      done.abort()
      const missed = looks.filter((_, at) => problems[at] === late)
      if (missed.length > 0)
        void Promise.all(missed).then((found) => {
          if (found.some((problem) => problem !== null)) onLate()
        })
      return tools.map((tool, at) => {
        const problem = problems[at]
        return typeof problem === 'string' ? { ...tool, problem } : tool
      })
    },
  }
}
