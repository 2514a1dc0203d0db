/**
 * Guest functions, which run inside QuickJS together with user code: one per language, transferred as source text
 * (guestSource). They must not refer to other parts of this file or to Node, except through their parameters.
 *
 * @typedef {{ sources: string[], values: any, extra: any }} Payload Content of one call.
 * @typedef {{ (name: string, payloadText: string, seed: number): Promise<string> }} Guest Always returns JSON text.
 * @typedef {{ code: string, message: string, index?: number, line?: number, column?: number }} Failure
 * @typedef {ReturnType<typeof guestTools>} Tools
 */

/** Functions for all languages; created before any user code runs, so that user code cannot change them. */
function guestTools() {
  const { parse, stringify } = JSON
  const maxMessage = 600
  let state = 1

  /**
   * Name, message and stack of any thrown value.
   * @param {any} error
   * @returns {{ name: string, message: string, stack: string }}
   */
  const wordsOf = (error) => {
    try {
      if (typeof error !== 'object' || error === null) return { name: '', message: String(error), stack: '' }
      return { name: String(error.name ?? ''), message: String(error.message ?? ''), stack: String(error.stack ?? '') }
    } catch {
      return { name: '', message: 'The code threw a value that cannot be read.', stack: '' }
    }
  }
  // QuickJS seeds its generator only when a context is created, and a context serves many calls.
  Math.random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
  return {
    wordsOf,
    /** @param {Error & Partial<Failure>} error @param {Partial<Failure>} facts */
    fail: (error, facts) => Object.assign(error, facts),
    /**
     * @param {Record<string, (payload: Payload) => any>} calls
     * @param {(error: any) => Partial<Failure>} explain
     * @returns {Guest}
     */
    guest: (calls, explain) => async (name, payloadText, seed) => {
      try {
        state = seed | 1
        const value = await calls[name]?.(parse(payloadText))
        return `{"ok":true,"value":${stringify(value) ?? 'null'}}`
      } catch (error) {
        const { name: kind, message } = wordsOf(error)
        const memory = kind === 'InternalError' && message === 'out of memory'
        const failure = memory ? { code: 'memory', message } : { code: 'error', message, ...explain(error) }
        return `{"ok":false,"failure":${stringify({ ...failure, message: failure.message.slice(0, maxMessage) })}}`
      }
    },
  }
}

/** JavaScript: a source is the body of an async function. @param {Tools} tools */
export function guestCode(tools) {
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor
  const names = ['input', 'previous', 'trigger', 'nodes', 'vars', 'now', 'run', 'conversation', 'contact']
  /** Lines that the engine adds before the body. */
  const linesBefore = 2
  /** Syntax error in the source; stored here, because user code may throw any value. @type {Failure | null} */
  let unreadable = null
  /** @param {string} source */
  const compile = (source) => {
    try {
      return new AsyncFunction(...names, source)
    } catch (error) {
      unreadable = { code: 'syntax', message: tools.wordsOf(error).message, ...place(error) }
      throw error
    }
  }
  /** @param {any} error */
  const place = (error) => {
    const found = /(?:<input>|<anonymous>):(\d+)(?::(\d+))?/.exec(tools.wordsOf(error).stack)
    const line = found ? Number(found[1]) - linesBefore : 0
    return line > 0 ? { line, column: found?.[2] ? Number(found[2]) : undefined } : {}
  }
  return tools.guest(
    {
      run: ({ sources: [source = ''], values }) => compile(source)(...names.map((name) => values[name] ?? null)),
      check: ({ sources: [source = ''] }) => void compile(source),
    },
    (error) => {
      if (unreadable) return unreadable
      const { name, message } = tools.wordsOf(error)
      const { line } = place(error)
      const text = name && !message.startsWith(name) ? `${name}: ${message}` : message
      return { message: line === undefined ? text : `${text} (line ${line})`, ...place(error) }
    },
  )
}

/** JSONata; the context has `jsonata`. @param {Tools} tools */
export function guestJsonata(tools) {
  /** @type {any} */
  const { jsonata } = globalThis
  /** The current source, for the position of errors. */
  let compiled = ''
  /** @param {string} source */
  const compile = (source) => {
    compiled = source
    try {
      return jsonata(source)
    } catch (error) {
      throw Object.assign(new Error(tools.wordsOf(error).message), { jsonata: error, isSyntax: true })
    }
  }
  /** Converts the library's offset to line and column. @param {any} position */
  const place = (position) => {
    if (typeof position !== 'number') return {}
    const lines = compiled.slice(0, position).split('\n')
    return { line: lines.length, column: Math.max(1, (lines.at(-1) ?? '').length) }
  }
  return tools.guest(
    {
      run: async ({ sources: [source = ''], values }) => compile(source).evaluate(values),
      check: ({ sources: [source = ''] }) => void compile(source),
    },
    (error) => {
      const { message, position } = error?.jsonata ?? error ?? {}
      return { code: error?.isSyntax ? 'syntax' : 'error', message: String(message), ...place(position) }
    },
  )
}

/**
 * Adds Base64 filters, which the library implements with browser functions that QuickJS lacks; removes SHA-256 filters.
 * @param {any} liquid
 */
export function liquidBase64(liquid) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  /** @param {any} value Text, taken as UTF-8. */
  const encode = (value) => {
    const bytes = unescape(encodeURIComponent(String(value ?? '')))
    let text = ''
    for (let index = 0; index < bytes.length; index += 3) {
      const [a = 0, b = 0, c = 0] = [0, 1, 2].map((offset) => bytes.charCodeAt(index + offset) || 0)
      const group = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
      const length = Math.min(bytes.length - index, 3) + 1
      text += group.map((at, place) => (place < length ? letters.charAt(at) : '=')).join('')
    }
    return text
  }
  /** @param {any} value */
  const decode = (value) => {
    const text = String(value ?? '').replace(/[=\s]+$/, '')
    let bytes = ''
    let bits = 0
    let held = 0
    for (const letter of text) {
      const at = letters.indexOf(letter)
      if (at < 0) throw new Error('This is not valid Base64.')
      held = ((held << 6) | at) & 0xffff
      bits += 6
      if (bits < 8) continue
      bits -= 8
      bytes += String.fromCharCode((held >> bits) & 255)
    }
    return decodeURIComponent(escape(bytes))
  }
  liquid.registerFilter('base64_encode', encode)
  liquid.registerFilter('base64_decode', decode)
  liquid.registerFilter('base64_url_safe_encode', (/** @type {any} */ value) =>
    encode(value).replaceAll('+', '-').replaceAll('/', '_'),
  )
  liquid.registerFilter('base64_url_safe_decode', (/** @type {any} */ value) =>
    decode(
      String(value ?? '')
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    ),
  )
  for (const name of ['sha256', 'hmac_sha256']) delete liquid.filters[name]
}

/**
 * Liquid; the context has `liquidjs`.
 * @param {Tools} tools
 * @param {typeof liquidBase64} base64Of
 * @param {typeof import('./liquid-texts.mjs').liquidTaint} taintOf
 * @param {typeof import('./liquid-texts.mjs').liquidParts} partsOf
 * @param {typeof import('./liquid-texts.mjs').liquidTexts} textsOf
 */
export function guestLiquid(tools, base64Of, taintOf, partsOf, textsOf) {
  /** @type {any} */
  const { liquidjs } = globalThis
  const maxCharacters = 262_144
  const liquid = new liquidjs.Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    preserveTimezones: true,
    timezoneOffset: 0,
    parseLimit: maxCharacters,
    memoryLimit: 2_000_000,
    renderLimit: 10_000,
  })
  base64Of(liquid)
  // Removed, because these tags would read other files.
  for (const tag of ['include', 'render', 'layout', 'block']) delete liquid.tags[tag]
  const texts = textsOf(liquid, taintOf(liquidjs), partsOf())

  /** Index of the current text, for errors. */
  let index = 0
  return tools.guest(
    {
      run: (payload) => {
        let characters = 0
        const filled = payload.sources.map((source, at) => {
          index = at
          const done = texts.fill(source, payload)
          characters += typeof done.value === 'string' ? done.value.length : 0
          if (characters > maxCharacters)
            throw Object.assign(new Error(`the rendered texts have more than ${maxCharacters} characters.`), {
              code: 'too_large',
            })
          return done
        })
        // Pieces are returned together with the texts, and the response has a size limit.
        let room = maxCharacters / 4
        const pieces = [...new Set(filled.flatMap((each) => each.pieces))]
        return {
          texts: filled.map(({ value }) => value),
          secret: filled.flatMap(({ isSecret }, at) => (isSecret ? [at] : [])),
          pieces: pieces.filter((piece) => (room -= JSON.stringify(piece).length) >= 0),
        }
      },
      record: (payload) => payload.sources.map((source) => texts.record(source, payload)),
      check: ({ sources: [source = ''] }) => void liquid.parse(source),
    },
    (error) => {
      // liquidjs wraps errors and adds the surrounding lines to the message.
      const inner = error?.originalError ?? error
      const { message } = tools.wordsOf(inner)
      const token = error?.token
      const place = typeof token?.getPosition === 'function' ? token.getPosition() : []
      const code =
        inner?.code ?? (error?.name === 'ParseError' || error?.name === 'TokenizationError' ? 'syntax' : 'error')
      // The library's messages may quote values.
      const isOwn = code === 'missing_secret' || code === 'too_large'
      const words =
        texts.isSecret() && !isOwn ? 'a part that contains a secret failed.' : (message.split('\n')[0] ?? '')
      return { code, message: words, index, line: place[0], column: place[1] }
    },
  )
}

/**
 * Source text to evaluate in a new context: a call of `guest` with its tools, and with `parts` as further arguments.
 * @param {Function} guest
 * @param {Function[]} parts
 */
export function guestSource(guest, ...parts) {
  const given = [`(${guestTools.toString()})()`, ...parts.map((part) => part.toString())]
  // The development loader wraps functions in `__name`.
  return `(() => { const __name = (f) => f; return (${guest.toString()})(${given.join(', ')}) })()`
}
