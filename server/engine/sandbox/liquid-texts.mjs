/**
 * Rendering of Liquid templates with secrets: the text to send, and the masked text for the run log. Runs inside
 * QuickJS (see guest.mjs).
 *
 * @typedef {import('./guest.mjs').Payload} Payload
 */

/**
 * Taint analysis: finds the parts of a template that depend on a secret, with the library's own analysis. Tainted are
 * parts that name a secret, or a variable that was assigned, captured or looped over from one. If the tag of a block
 * names one, the whole block is tainted.
 * @param {any} liquidjs
 */
export function liquidTaint(liquidjs) {
  /** @param {any} node @returns {any[]} */
  const childrenOf = (node) => node.children?.(false, true).next().value ?? []
  /** @param {any} node @returns {string[]} */
  const localsOf = (node) => Array.from(node.localScope?.() ?? [], ({ content }) => content)
  /**
   * Paths that a node names, without its children; computed segments are null.
   * @param {any} node
   * @returns {(string | null)[][]}
   */
  const namedBy = (node) => {
    const own = { token: node.token, arguments: () => node.arguments?.() ?? [] }
    /** @type {any[]} */
    const variables = Object.values(liquidjs.analyzeSync([own], { partials: false }).variables).flat()
    const paths = variables.map(({ segments }) =>
      segments.map((/** @type {any} */ part) => (typeof part === 'object' ? null : String(part))),
    )
    // Includes locals, because "increment" reads the variable that it names.
    return [...paths, ...localsOf(node).map((name) => [name])]
  }
  /** Whether one path is a prefix of the other. @param {(string | null)[]} path @param {string[]} secret */
  const meets = (path, secret) =>
    secret.every((part, at) => at >= path.length || path[at] === null || path[at] === part)

  return {
    /** @param {any[]} templates @param {string[][]} secrets Paths. @returns {Set<any>} Nodes. */
    find: (templates, secrets) => {
      const tainted = [...secrets]
      const found = new Set()
      const named = new Map()
      let isNew = true
      /** @param {any} node */
      const isTainted = (node) => {
        const paths = named.get(node) ?? namedBy(node)
        named.set(node, paths)
        return paths.some((/** @type {any} */ path) => tainted.some((secret) => meets(path, secret)))
      }
      /** @param {any} node */
      const add = (node) => {
        isNew ||= !found.has(node)
        found.add(node)
        for (const local of localsOf(node)) {
          if (tainted.some(([name, ...more]) => name === local && more.length === 0)) continue
          tainted.push([local])
          isNew = true
        }
      }
      /** @param {any[]} nodes @param {boolean} isWithin @returns {boolean} Whether one of them is tainted. */
      const walk = (nodes, isWithin) => {
        let any = false
        for (const node of nodes) {
          if (!node.arguments && !node.children && !node.localScope) continue
          const own = isWithin || isTainted(node)
          const inside = walk(childrenOf(node), own)
          // A captured text is tainted if one of its parts is.
          if (own || (inside && node.localScope)) add(node)
          any ||= own || inside
        }
        return any
      }
      while (isNew) {
        isNew = false
        walk(templates, false)
      }
      return found
    },
    /** Outermost tainted nodes. @param {any[]} nodes @param {Set<any>} found @returns {any[]} */
    outermost: function outermost(nodes, found) {
      return nodes.flatMap((node) => (found.has(node) ? [node] : outermost(childrenOf(node), found)))
    },
  }
}

/** Operations on parts of a template. */
export function liquidParts() {
  /**
   * Minimum characters of output to mask, of an expression and of a block: shorter output of a block is more likely a
   * word of the template than the secret.
   */
  const [shortest, shortestBlock] = [4, 12]
  return {
    /**
     * Reports the output of a part, and whether it is long enough to be masked.
     * @param {any} node
     * @param {(text: string, isLong: boolean) => void} tell
     */
    watch: (node, tell) => {
      const { render } = node
      /** @param {any} context @param {any} emitter @returns {Generator<any, void>} */
      node.render = function* (context, emitter) {
        const from = emitter.buffer.length
        const text = yield render.call(node, context, emitter)
        if (text) emitter.write(text)
        const written = emitter.buffer.slice(from)
        tell(written, written.length >= (node.children ? shortestBlock : shortest))
      }
    },
    /**
     * Writes a mark instead of the output of a part; nothing for tags without output.
     * @param {any} node
     * @param {string} mark
     */
    replace: (node, mark) => {
      const text = node.token.name === 'assign' || node.token.name === 'capture' ? '' : mark
      node.render = (/** @type {any} */ _, /** @type {any} */ emitter) => emitter.write(text)
    },
  }
}

/** @param {any} liquid @param {ReturnType<typeof liquidTaint>} taint @param {ReturnType<typeof liquidParts>} parts */
export function liquidTexts(liquid, taint, parts) {
  /** A template that is a single `{{ expression }}`, which is rendered as the value itself. */
  const single = /^\s*\{\{-?((?:[^{}"']|"[^"]*"|'[^']*')*?)-?\}\}\s*$/
  /** An expression that is the input or a part of it, unchanged: its recorded form is already masked. */
  const ownInput = /^\s*input(?:\.[\w-]+|\[\d+\])*\s*$/
  const shortestText = 12
  /** Tainted parts of the current text, and secrets that it has read. */
  let found = new Set()
  const used = new Set()

  /**
   * Secrets by key. Reading a missing secret throws, because an empty password would only fail later.
   * @param {any} secrets
   */
  const guarded = (secrets) => {
    // A secret that a text names is read as an own property; the library only probes other properties for type checks.
    return new Proxy(Object.create(null), {
      get: (_, key) => (typeof key === 'string' && Object.hasOwn(secrets, key) ? secrets[key] : undefined),
      has: () => false,
      ownKeys: () => [],
      getOwnPropertyDescriptor: (_, key) => {
        if (typeof key === 'symbol') return undefined
        if (!Object.hasOwn(secrets, key)) {
          // A key that is read after a secret may itself contain one.
          const name = used.size === 0 ? `“${key}”` : 'with this key'
          throw Object.assign(new Error(`The secret ${name} is missing or disabled.`), { code: 'missing_secret' })
        }
        used.add(key)
        return { value: secrets[key], enumerable: true, configurable: true, writable: true }
      },
    })
  }
  /** @param {string} source @param {any} extra */
  const expressionIn = (source, { whole }) => (whole ? single.exec(source)?.[1] : undefined)
  /** @param {any[]} templates @param {any} extra */
  const findIn = (templates, { tainted }) => taint.find(templates, [['secrets'], ...tainted])

  return {
    /** Whether the last rendered text depends on a secret; some filters name one only at run time (`where_exp`). */
    isSecret: () => found.size > 0 || used.size > 0,
    /** Renders for sending. @param {string} source @param {Payload} payload */
    fill(source, { values, extra }) {
      found = new Set()
      used.clear()
      const templates = liquid.parse(source)
      if (extra.tracks) found = findIn(templates, extra)
      const scope = { ...values, secrets: guarded(extra.secrets) }
      const expression = expressionIn(source, extra)
      /** @type {any[]} */
      const pieces = []
      let isWhole = expression ? !ownInput.test(expression) : found.size === 0
      const tell = (/** @type {string} */ text, /** @type {boolean} */ isLong) => {
        if (isLong) pieces.push(text)
        // Output that is too short to mask alone can only be masked as part of the whole text.
        else isWhole ||= text !== ''
      }
      if (!expression) for (const node of taint.outermost(templates, found)) parts.watch(node, tell)
      const value = expression ? liquid.evalValueSync(expression, scope) : liquid.renderSync(templates, scope)
      const isSecret = this.isSecret()
      // A short whole text is more likely a word of the template than the secret.
      if (isSecret && isWhole && (expression || value.length >= shortestText)) pieces.push(value)
      return { value: value ?? null, isSecret, pieces: pieces.filter((piece) => piece != null) }
    },
    /** Renders for the run log, without secrets. @param {string} source @param {Payload} payload */
    record(source, { values, extra }) {
      try {
        const expression = expressionIn(source, extra)
        if (expression)
          return ownInput.test(expression) ? (liquid.evalValueSync(expression, values) ?? null) : extra.mark
        const templates = liquid.parse(source)
        for (const node of taint.outermost(templates, findIn(templates, extra))) parts.replace(node, extra.mark)
        return liquid.renderSync(templates, { ...values, secrets: guarded({}) })
      } catch {
        // For example, the template names a secret only at run time, when none is available.
        return extra.mark
      }
    },
  }
}
