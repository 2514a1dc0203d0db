/** A socket that leads to the embedded database's thread instead of the network: `pg` speaks to it as to any Postgres. */
import { Duplex } from 'node:stream'

/** Where bytes go and whence they come. */
export interface Wire {
  send(bytes: Uint8Array<ArrayBuffer>): void
  /** The one port that gets the answers; null = nobody listens. */
  listener: ((bytes: Buffer) => void) | null
}

/** Terminate ("X", length 4): the database must outlive a connection of the pool. */
const isTerminate = (chunk: Buffer) => chunk[0] === 0x58 && chunk.length === 5

export class WirePort extends Duplex {
  readonly #wire: Wire
  readonly #listen = (bytes: Buffer): void => void this.push(bytes)

  constructor(wire: Wire) {
    super()
    this.#wire = wire
    wire.listener = this.#listen
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!isTerminate(chunk)) this.#wire.send(new Uint8Array(chunk))
    done()
  }

  /** One message to the thread for a whole query: parse, bind, describe, execute and sync travel together. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk).filter((chunk) => !isTerminate(chunk)))
    if (bytes.length > 0) this.#wire.send(new Uint8Array(bytes))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // An old port may be taken down after the next one was made: it must not stop the answers of that one.
    if (this.#wire.listener === this.#listen) this.#wire.listener = null
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
