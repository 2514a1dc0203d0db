/** Answers that are sent as they are read. */

type Bytes = Uint8Array<ArrayBuffer>

/** Nothing is read before it is asked for: a write answers after its transaction. */
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

/** UTF-16 units. */
const pieceLength = 1024 * 1024

/** A text as the bytes of its pieces. */
export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length;) {
    // The two halves of a character stay together.
    const isHigh = /[\uD800-\uDBFF]/.test(text.charAt(from + pieceLength - 1))
    const to = from + pieceLength - (isHigh ? 1 : 0)
    yield Buffer.from(text.slice(from, to))
    from = to
  }
}

/** The same stream, and `ended` when it is over or nobody reads on. */
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
