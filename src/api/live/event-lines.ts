/** Server-sent events out of pieces of text. Source: HTML Living Standard, 9.2.6 "Interpreting an event stream". Pure. */

export interface StreamEvent {
  /** "message" where the stream names none. */
  name: string
  data: string
  /** The last id that the stream named; "" = none yet. */
  id: string
}

/** A line that does not end is no stream of events. */
const maxLine = 1_000_000

/** Takes a stream as it comes, and gives back what is whole. */
export class EventLines {
  #rest = ''
  #name = ''
  #data: string[] = []
  #id: string

  /** @param id the last id of the connection before */
  constructor(id: string) {
    this.#id = id
  }

  /** The events that are whole with this piece. Throws a RangeError where a line has no end. */
  add(piece: string): StreamEvent[] {
    const text = this.#rest + piece
    // A carriage return at the end may be the first half of a line end.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + text.slice(end)
    if (this.#rest.length > maxLine) throw new RangeError('A line of the event stream is too long.')
    return lines.flatMap((line) => this.#line(line))
  }

  #line(line: string): StreamEvent[] {
    if (line === '') return this.#whole()
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') this.#name = value
    else if (field === 'data') this.#data.push(value)
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    return []
  }

  #whole(): StreamEvent[] {
    const [name, data] = [this.#name, this.#data]
    this.#name = ''
    this.#data = []
    // Browsers drop an event without data; one that has a name says something all the same.
    return data.length === 0 && name === '' ? [] : [{ name: name || 'message', data: data.join('\n'), id: this.#id }]
  }
}
