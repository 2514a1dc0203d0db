/** Reads server-sent events as a browser does. */
import { z } from 'zod'
import { ChangeEvent } from '#contract/event.ts'

export interface Heard {
  event: string
  id: string
  data: string
}

export interface EventReader {
  readonly status: number
  readonly headers: Headers
  readonly heard: readonly Heard[]
  /** Number of comments, which are heartbeats. */
  readonly comments: number
  /** True once the service has ended the stream. */
  readonly hasEnded: boolean
  /** The changes among the received events. */
  changes(): ChangeEvent[]
  close(): void
}

const field = (block: string, name: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2))
    .join('\n')

export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const stop = new AbortController()
  const response = await fetch(url, { headers, signal: stop.signal })
  const heard: Heard[] = []
  let comments = 0
  let hasEnded = false
  let begin = () => {}
  // Events from before the first block of the stream are not in the stream.
  const begun = new Promise<void>((done) => (begin = done))
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      if (blocks.length > 0) begin()
      for (const block of blocks) {
        if (block.startsWith(':')) comments += 1
        if (field(block, 'event') === '') continue
        heard.push({ event: field(block, 'event'), id: field(block, 'id'), data: field(block, 'data') })
      }
    }
  }
  const end = () => {
    hasEnded = true
    begin()
  }
  read().then(end, end)
  await begun
  return {
    status: response.status,
    headers: response.headers,
    heard,
    get comments() {
      return comments
    },
    get hasEnded() {
      return hasEnded
    },
    changes: () =>
      heard
        .filter(({ event }) => event === 'change')
        .map(({ data }) =>
          z
            .string()
            .transform((text) => ChangeEvent.parse(JSON.parse(text)))
            .parse(data),
        ),
    close: () => stop.abort(),
  }
}
