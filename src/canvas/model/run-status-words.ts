/**
 * Status names of runs (docs/design.md, "Status language") without icons: word and tone of each status. For workers,
 * which have no React.
 */
import type { RunStatus } from '#contract/values/run-status.ts'
import type { Tone } from '#ui/feedback/tag.tsx'

export interface RunStatusWords {
  word: string
  tone: Tone
}

const runStates: Readonly<Record<RunStatus, RunStatusWords>> = {
  queued: { word: 'Queued', tone: 'idle' },
  running: { word: 'Running', tone: 'live' },
  waiting: { word: 'Waiting', tone: 'live' },
  succeeded: { word: 'Succeeded', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  timed_out: { word: 'Timed out', tone: 'bad' },
  blocked: { word: 'Blocked', tone: 'warn' },
  cancelled: { word: 'Cancelled', tone: 'idle' },
}

const known = new Map<string, RunStatusWords>(Object.entries(runStates))

/** Word and tone of a run status; an unknown one is its own word. */
export const runStatusWordsOf = (status: string): RunStatusWords =>
  known.get(status) ?? { word: status || '—', tone: 'idle' }
