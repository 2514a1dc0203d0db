/** Streamed responses. */

type Bytes = Uint8Array<ArrayBuffer>

/** Lazy: nothing is read before the consumer requests it, which for a write is after its transaction. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Bytes> {
  const parts = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const part = await parts.next()
        if (part.done === true) controller.close()
        else controller.enqueue(new Uint8Array(part.value))
      },
      cancel: async () => void (await parts.return?.()),
    },
    { highWaterMark: 0 },
  )
}

/** Chunk length in UTF-16 units. */
const pieceLength = 1024 * 1024

/** Encodes a text in chunks. */
export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length;) {
    // Does not split surrogate pairs.
    const isHigh = /[\uD800-\uDBFF]/.test(text.charAt(from + pieceLength - 1))
    const to = from + pieceLength - (isHigh ? 1 : 0)
    yield Buffer.from(text.slice(from, to))
    from = to
  }
}

/** Wraps a stream to call `ended` when it ends or is cancelled. */
export function thenCall(stream: ReadableStream<Bytes>, ended: () => void): ReadableStream<Bytes> {
  const reader = stream.getReader()
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const part = await reader.read()
          if (!part.done) return controller.enqueue(part.value)
          ended()
          controller.close()
        } catch (error) {
          ended()
          controller.error(error)
        }
      },
      async cancel(why) {
        ended()
        await reader.cancel(why)
      },
    },
    { highWaterMark: 0 },
  )
}
