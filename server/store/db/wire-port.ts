/** A socket to the embedded database's thread instead of the network, so that `pg` works as with any Postgres. */
import { Duplex } from 'node:stream'

/** Byte channel to and from the database. */
export interface Wire {
  send(bytes: Uint8Array<ArrayBuffer>): void
  /** The port that receives responses; null = none. */
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
    // Responses are pushed on arrival.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!isTerminate(chunk)) this.#wire.send(new Uint8Array(chunk))
    done()
  }

  /** One message to the thread per query: parse, bind, describe, execute and sync are sent together. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk).filter((chunk) => !isTerminate(chunk)))
    if (bytes.length > 0) this.#wire.send(new Uint8Array(bytes))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // An old port may be destroyed after a new one was created, whose responses must not stop.
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
