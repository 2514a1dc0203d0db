/** Keeps the last version of a flow that was looked at, and compares the next one with it: off the main thread. */
import { diffFlows } from '#flow/diff.ts'
import { changeLines } from './change-lines.ts'
import type { HistoryAnswer, HistoryRequest, SeenFlow } from './history-messages.ts'
import { maskedValue } from './masked-value.ts'
import { maxSeenBytes } from './seen-limits.ts'
import { keepSeen, seenMark, seenText } from './seen-store.ts'

/** The flow as text without its secrets: they are not to be kept, and a flow is compared as it would be kept. */
const textOf = (flow: SeenFlow): string =>
  JSON.stringify(flow, (name, value: unknown) => maskedValue(name, value) ?? value)

const flowOf = (text: string): SeenFlow => {
  const flow: SeenFlow = JSON.parse(text)
  return flow
}

type Answer = Omit<HistoryAnswer, 'id' | 'refused'>

async function answerTo(request: HistoryRequest): Promise<Answer> {
  const { key } = request
  if (request.kind === 'keep') {
    const text = textOf(request.flow)
    const at = Date.now()
    // Two bytes a letter at the most, as strings are stored.
    const bytes = text.length * 2
    if (bytes > maxSeenBytes) return { seen: null, difference: null }
    await keepSeen({ key, version: request.version, at, usedAt: at, bytes }, text)
    return { seen: { version: request.version, at }, difference: null }
  }
  const mark = await seenMark(key)
  const seen = mark === null ? null : { version: mark.version, at: mark.at }
  if (request.kind === 'look' || seen === null) return { seen, difference: null }
  const text = await seenText(key)
  if (text === null) return { seen: null, difference: null }
  const before = flowOf(text)
  const after = flowOf(textOf(request.flow))
  const diff = diffFlows(before, after)
  return { seen, difference: { since: seen, before, diff, lines: changeLines(before, after, diff) } }
}

async function answer(request: HistoryRequest): Promise<HistoryAnswer> {
  const { id } = request
  try {
    return { id, refused: false, ...(await answerTo(request)) }
  } catch {
    // Storage is refused or full: then nothing is kept, and nothing is said.
    return { id, refused: true, seen: null, difference: null }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<HistoryRequest>) => {
  void answer(data).then((made) => self.postMessage(made))
})
