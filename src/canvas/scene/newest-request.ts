/** Sends one request at a time; of those that are made meanwhile, only the newest is sent. */
export class NewestRequest<Input, Answer> {
  readonly #send: (input: Input) => Promise<Answer>
  #next: (() => void) | null = null
  #isSending = false
  /** The request whose answer is used; null = none. */
  #current: symbol | null = null

  constructor(send: (input: Input) => Promise<Answer>) {
    this.#send = send
  }

  /** `use` gets the answer, or null if the request failed, unless another request was made or it was cancelled. */
  ask(input: Input, use: (answer: Answer | null) => void): void {
    const own = Symbol('request')
    this.#current = own
    this.#next = () => {
      this.#isSending = true
      const end = (answer: Answer | null) => {
        this.#isSending = false
        if (this.#current === own) use(answer)
        this.#sendNext()
      }
      this.#send(input).then(end, () => end(null))
    }
    this.#sendNext()
  }

  /** The answer of the last request is not used. */
  cancel(): void {
    this.#current = null
    this.#next = null
  }

  #sendNext(): void {
    if (this.#isSending) return
    const next = this.#next
    this.#next = null
    next?.()
  }
}
