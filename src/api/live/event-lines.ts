/** Parser for server-sent events. Source: HTML Living Standard, 9.2.6 "Interpreting an event stream". Pure. */

export interface StreamEvent {
  /** "message" if the stream gives no name. */
  name: string
  data: string
  /** The last id in the stream; "" = none yet. */
  id: string
}

/** Maximum characters of a line: a longer one means that this is not an event stream. */
const maxLine = 1_000_000

/** Takes chunks of a stream and returns the complete events. */
export class EventLines {
  #incomplete = ''
  #name = ''
  #data: string[] = []
  #id: string

  /** @param id the last id of the previous connection */
  constructor(id: string) {
    this.#id = id
  }

  /** The events that this chunk completes. Throws a RangeError if a line is too long. */
  add(chunk: string): StreamEvent[] {
    const text = this.#incomplete + chunk
    // A carriage return at the end may be the first half of a line end.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\n|\r/)
    this.#incomplete = (lines.pop() ?? '') + text.slice(end)
    if (this.#incomplete.length > maxLine) throw new RangeError('A line of the event stream is too long.')
    return lines.flatMap((line) => this.#line(line))
  }

  #line(line: string): StreamEvent[] {
    if (line === '') return this.#complete()
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') this.#name = value
    else if (field === 'data') this.#data.push(value)
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    return []
  }

  #complete(): StreamEvent[] {
    const [name, data] = [this.#name, this.#data]
    this.#name = ''
    this.#data = []
    // Browsers drop an event without data; here one with a name counts.
    return data.length === 0 && name === '' ? [] : [{ name: name || 'message', data: data.join('\n'), id: this.#id }]
  }
}
