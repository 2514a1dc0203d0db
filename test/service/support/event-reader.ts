/** Reads server-sent events as a browser does. */
import { z } from 'zod'
import { ChangeEvent } from '#contract/event.ts'

export interface ReceivedEvent {
  event: string
  id: string
  data: string
}

export interface EventReader {
  readonly status: number
  readonly headers: Headers
  readonly received: readonly ReceivedEvent[]
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
  const received: ReceivedEvent[] = []
  let comments = 0
  let hasEnded = false
  let resolveFirstBlock = () => {}
  // Events from before the first block of the stream are not in the stream.
  const firstBlock = new Promise<void>((done) => (resolveFirstBlock = done))
  const read = async () => {
    const decoder = new TextDecoder()
    let incomplete = ''
    for await (const chunk of response.body ?? []) {
      const blocks = (incomplete + decoder.decode(chunk, { stream: true })).split('\n\n')
      incomplete = blocks.pop() ?? ''
      if (blocks.length > 0) resolveFirstBlock()
      for (const block of blocks) {
        if (block.startsWith(':')) comments += 1
        if (field(block, 'event') === '') continue
        received.push({ event: field(block, 'event'), id: field(block, 'id'), data: field(block, 'data') })
      }
    }
  }
  const end = () => {
    hasEnded = true
    resolveFirstBlock()
  }
  read().then(end, end)
  await firstBlock
  return {
    status: response.status,
    headers: response.headers,
    received,
    get comments() {
      return comments
    },
    get hasEnded() {
      return hasEnded
    },
    changes: () =>
      received
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
