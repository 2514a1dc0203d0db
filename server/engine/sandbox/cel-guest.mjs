/**
 * CEL inside QuickJS (see guest.mjs); the context has the library's `Environment`. Extensions: `within_hours(time,
 * hours)`, `date(value)`, `days_between(from, until)`; comparison of times with ISO texts and milliseconds; arithmetic
 * that mixes integers and doubles.
 *
 * @typedef {import('./guest.mjs').Payload} Payload
 * @typedef {import('./guest.mjs').Failure} Failure
 * @typedef {ReturnType<typeof celTimes>} Times
 */

/**
 * Times and opening hours in a time zone. QuickJS has no time zone data, so each call passes the zones that it uses.
 */
export function celTimes() {
  /**
   * By zone: UTC offsets in minutes, each with the time from which it applies.
   * @type {Record<string, [number, number][]>}
   */
  let zones = {}

  /** @param {Date} date @param {string} zone */
  const inZone = (date, zone) => {
    const steps = zones[zone]
    if (!steps) throw new Error(`Unknown time zone “${zone}”. Use one like “Europe/Berlin”.`)
    const [, minutes] = steps.findLast(([from]) => from <= date.getTime()) ?? steps[0] ?? [0, 0]
    return new Date(date.getTime() + minutes * 60_000)
  }
  /** @param {any} value @returns {Date} */
  const dateOf = (value) => {
    const date = value instanceof Date ? value : new Date(typeof value === 'bigint' ? Number(value) : value)
    if (Number.isNaN(date.getTime())) throw new Error(`This is not a time: ${String(value).slice(0, 40)}`)
    return date
  }
  /** @param {any} text */
  const minutesOf = (text) => {
    const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(String(text)) ?? []
    if (hours === '') throw new Error('within_hours() needs "from" and "until" like "08:00".')
    return Number(hours) * 60 + Number(minutes)
  }
  /**
   * `hours` is {days: [1, …], from, until, zone}; 0 and 7 are Sunday. Without `days`, every day; without `zone`, UTC.
   * If `until` is not after `from`, the hours extend past midnight.
   * @param {any} at
   * @param {any} hours
   */
  const withinHours = (at, hours) => {
    if (typeof hours !== 'object' || hours === null) throw new Error('within_hours() needs {days, from, until, zone}.')
    const local = inZone(dateOf(at), hours.zone ?? 'UTC')
    const from = minutesOf(hours.from)
    const until = minutesOf(hours.until)
    const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
    const isOver = until <= from
    const day = (local.getUTCDay() + (isOver && minute < until ? 6 : 0)) % 7
    const isDay = !Array.isArray(hours.days) || hours.days.some((/** @type {any} */ each) => Number(each) % 7 === day)
    return isDay && (isOver ? minute >= from || minute < until : minute >= from && minute < until)
  }
  // The library computes times in a zone from local time, which is UTC in QuickJS.
  const { prototype } = Date
  const dates = Object.getOwnPropertyDescriptors(prototype)
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds'])
    Object.defineProperty(prototype, `get${part}`, Reflect.get(dates, `getUTC${part}`))
  /** @this {Date} @param {any} _ @param {any} options */
  function toLocaleString(_, options) {
    return inZone(this, options?.timeZone ?? 'UTC').toISOString()
  }
  Object.defineProperty(prototype, 'toLocaleString', { value: toLocaleString })
  return {
    dateOf,
    withinHours,
    /** @param {Record<string, [number, number][]>} given */
    useZones: (given) => {
      zones = given
    },
  }
}

/** CEL environment with its variables, functions and operators. @param {Times} times */
export function celEnvironment({ dateOf, withinHours }) {
  /** @type {any} */
  const { Environment } = globalThis
  const time = 'google.protobuf.Timestamp'
  const environment = new Environment({ homogeneousAggregateLiterals: false })
  for (const name of ['input', 'previous', 'trigger', 'nodes', 'vars', 'run', 'conversation', 'contact'])
    environment.registerVariable(name, 'dyn')
  environment.registerVariable('now', time)
  environment.registerFunction('within_hours(dyn, dyn): bool', withinHours)
  environment.registerFunction(`date(dyn): ${time}`, dateOf)
  environment.registerFunction(
    'days_between(dyn, dyn): double',
    (/** @type {any} */ from, /** @type {any} */ until) =>
      (dateOf(until).getTime() - dateOf(from).getTime()) / 86_400_000,
  )
  // JSON numbers are doubles, so `input.count * 2` must work as well as `input.count * 2.0`.
  /** @type {Record<string, (a: number, b: number) => number>} */
  const sums = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
  }
  for (const [sign, sum] of Object.entries(sums)) {
    const mixed = (/** @type {any} */ a, /** @type {any} */ b) => sum(Number(a), Number(b))
    environment.registerOperator(`int ${sign} double`, mixed)
    environment.registerOperator(`double ${sign} int`, mixed)
    if (sign === '%') environment.registerOperator('double % double', mixed)
  }
  /** @type {Record<string, (a: number, b: number) => boolean>} */
  const orders = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b }
  for (const [sign, order] of Object.entries(orders))
    for (const type of ['string', 'int', 'double']) {
      const ordered = (/** @type {any} */ a, /** @type {any} */ b) => order(dateOf(a).getTime(), dateOf(b).getTime())
      environment.registerOperator(`${type} ${sign} ${time}`, ordered)
      environment.registerOperator(`${time} ${sign} ${type}`, ordered)
    }
  return environment
}

/** Message and position of a library error. */
export function celExplain() {
  /** @param {any} error @returns {{ line?: number, column?: number }} */
  const placeOf = (error) => {
    const before = String(error.node?.input ?? '').slice(0, error.range.start)
    return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
  }
  /** @param {any} error @param {string} words @returns {Failure} */
  return (error, words) => {
    const { code, index, name, range } = error ?? {}
    const isEarly = (name === 'ParseError' || name === 'TypeError') && range !== undefined
    const isOurs = code === 'not_boolean' || code === 'syntax'
    const advice = code === 'no_such_key' ? '. Check has(…) first if it may be missing.' : ''
    return {
      code: isOurs ? code : isEarly ? 'syntax' : 'error',
      message: `${error?.summary ?? words}${advice}`,
      index,
      ...(isEarly ? placeOf(error) : {}),
    }
  }
}

/**
 * @param {import('./guest.mjs').Tools} tools
 * @param {typeof celTimes} timesOf
 * @param {typeof celEnvironment} environmentOf
 * @param {typeof celExplain} explainOf
 * @returns {import('./guest.mjs').Guest}
 */
export function guestCel(tools, timesOf, environmentOf, explainOf) {
  const times = timesOf()
  const environment = environmentOf(times)
  const explain = explainOf()
  const macros = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])
  /** Maximum nesting of macros: each level iterates over its list for each item of the outer one. */
  const deepestMacro = 2

  /** Nesting depth of macros below `ast`. @param {any} ast @returns {number} */
  const macroDepth = (ast) => {
    if (Array.isArray(ast)) return ast.reduce((deepest, each) => Math.max(deepest, macroDepth(each)), 0)
    if (typeof ast !== 'object' || ast === null || !('op' in ast)) return 0
    const { op, args } = ast
    if (op !== 'rcall' || !macros.has(args[0])) return macroDepth(args)
    return Math.max(macroDepth(args[1]), 1 + macroDepth(args[2]))
  }
  /** @param {string} source @param {boolean} isCase */
  const compile = (source, isCase) => {
    const parsed = environment.parse(source)
    const { valid, type, error } = parsed.check()
    if (!valid) throw error
    if (macroDepth(parsed.ast) > deepestMacro)
      throw tools.fail(new Error(`all, exists, filter and map can be nested at most ${deepestMacro} levels deep.`), {
        code: 'syntax',
      })
    if (isCase && type !== 'bool' && type !== 'dyn')
      throw tools.fail(new Error(`The result has the type ${type}, but a condition needs true or false.`), {
        code: 'not_boolean',
      })
    return parsed
  }
  /** @param {string} source @param {any} names */
  const isTrue = (source, names) => {
    const value = compile(source, true)(names)
    if (typeof value === 'boolean') return value
    throw tools.fail(new Error('The result is neither true nor false.'), { code: 'not_boolean' })
  }
  /** @param {Payload} payload */
  const namesOf = ({ values, extra }) => {
    times.useZones(extra.zones)
    return { ...values, now: times.dateOf(values.now) }
  }
  /** Converts CEL values to JSON. @param {any} value @returns {any} */
  const plain = (value) => {
    if (typeof value === 'bigint') return Number(value)
    if (value instanceof Date || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(plain)
    if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [String(key), plain(each)]))
    const proto = Object.getPrototypeOf(value)
    if (proto !== Object.prototype && proto !== null) return String(value)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  }
  return tools.guest(
    {
      decide: (payload) => {
        const names = namesOf(payload)
        for (const [index, source] of payload.sources.entries()) {
          try {
            if (isTrue(source, names)) return index
          } catch (error) {
            if (typeof error === 'object' && error !== null) Object.defineProperty(error, 'index', { value: index })
            throw error
          }
        }
        return null
      },
      run: (payload) => {
        const names = namesOf(payload)
        return plain(compile(payload.sources[0] ?? '', false)(names))
      },
      check: ({ sources: [source = ''], extra }) => void compile(source, extra.isCase),
    },
    (error) => explain(error, tools.wordsOf(error).message),
  )
}
