/**
 * A thread that evaluates user code in QuickJS: WebAssembly with its own memory and without host functions. After each
 * call, the memory is restored to its state after loading the libraries, so that calls leave no data behind and
 * libraries are parsed only once.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import { celEnvironment, celExplain, celTimes, guestCel } from './cel-guest.mjs'
import { guestCode, guestJsonata, guestLiquid, guestSource, liquidBase64 } from './guest.mjs'
import { liquidParts, liquidTaint, liquidTexts } from './liquid-texts.mjs'
import { zonesIn } from './zones.mjs'

/** @typedef {import('quickjs-emscripten').QuickJSContext} QuickJSContext */
/** @typedef {import('quickjs-emscripten').QuickJSHandle} QuickJSHandle */
/** @typedef {'javascript' | 'jsonata' | 'cel' | 'liquid'} Language */
/** @typedef {{ id: number, name: string, language: Language, payload: string, timeoutMs: number }} Call */

/** Pages of 64 kB: at most 32 MB. This build requires at least 256 initially. */
const pages = { initial: 256, maximum: 512 }
/** Bytes that a call may allocate in addition to the libraries. */
const memoryLimit = 16 * 1024 * 1024
/** Stack limit in bytes; deeper recursion fails the call. */
const stackLimit = 256 * 1024
/** Maximum characters of a result; checked before it is copied. */
const maxAnswer = 262_144
/** Promise jobs between two checks of the clock. */
const jobsAtOnce = 1000

const require = createRequire(import.meta.url)
/**
 * Loads a library into a new context and returns the source of its guest.
 * @type {Record<Language, (context: QuickJSContext) => string>}
 */
const libraries = {
  javascript: () => guestSource(guestCode),
  jsonata: (context) => {
    const library = readFileSync(require.resolve('jsonata/jsonata.min.js'), 'utf8')
    const source = `{ const module = { exports: {} }; const exports = module.exports; ${library}
      ; globalThis.jsonata = module.exports }`
    context.unwrapResult(context.evalCode(source, 'jsonata.js', { strict: false }))
    return guestSource(guestJsonata)
  },
  liquid: (context) => {
    const file = require.resolve('liquidjs').replace(/liquid\.node\.\w+$/, 'liquid.browser.umd.js')
    context.unwrapResult(context.evalCode(readFileSync(file, 'utf8'), 'liquid.js'))
    return guestSource(guestLiquid, liquidBase64, liquidTaint, liquidParts, liquidTexts)
  },
  cel: (context) => {
    const folder = new URL('.', pathToFileURL(require.resolve('@marcbachmann/cel-js')))
    const { runtime } = context
    runtime.setModuleLoader(
      (name) => readFileSync(new URL(name, folder), 'utf8'),
      (_, name) => name.replace('./', ''),
    )
    // The library instantiates these classes on load, but uses them only for bytes, which JSON cannot contain.
    const missing = 'globalThis.TextEncoder = class {}; globalThis.TextDecoder = class {}'
    context.unwrapResult(context.evalCode(missing))
    const source = "import { Environment } from './index.js'; globalThis.Environment = Environment"
    context.unwrapResult(context.evalCode(source, 'cel.js', { type: 'module' }))
    runtime.executePendingJobs()
    runtime.removeModuleLoader()
    return guestSource(guestCel, celTimes, celEnvironment, celExplain)
  },
}

const memory = new WebAssembly.Memory(pages)
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory: memory }))
const runtime = quickjs.newRuntime()
runtime.setMaxStackSize(stackLimit)

/** Id of the call to stop; written by the parent thread. */
const stopSignal = new Int32Array(workerData.stop)
let current = { id: 0, end: 0, isOver: false }
runtime.setInterruptHandler(() => {
  if (Date.now() < current.end && Atomics.load(stopSignal, 0) !== current.id) return false
  current.isOver = true
  return true
})

/** Snapshot of the used memory; the rest of the memory was zero. */
let memoryImage = new Uint8Array(0)

function saveMemory() {
  const words = new BigUint64Array(memory.buffer)
  const last = words.findLastIndex((word) => word !== 0n)
  memoryImage = new Uint8Array(memory.buffer).slice(0, (last + 1) * 8)
}

function restoreMemory() {
  const bytes = new Uint8Array(memory.buffer)
  bytes.set(memoryImage)
  bytes.fill(0, memoryImage.length)
}

saveMemory()

/** @type {Map<Language, { context: QuickJSContext, guest: QuickJSHandle }>} */
const loaded = new Map()

/** @param {Language} language */
function load(language) {
  const known = loaded.get(language)
  if (known) return known
  restoreMemory()
  current = { id: -1, end: Number.POSITIVE_INFINITY, isOver: false }
  runtime.setMemoryLimit(-1)
  const context = runtime.newContext()
  const text = libraries[language](context)
  const made = { context, guest: context.unwrapResult(context.evalCode(text, 'guest.js')) }
  const usage = context.dump(runtime.computeMemoryUsage())
  runtime.setMemoryLimit(usage.memory_used_size + memoryLimit)
  saveMemory()
  loaded.set(language, made)
  return made
}

/** Maps the error of a call that returned no result. @param {unknown} error */
function failureOf(error) {
  if (current.isOver) return timeout()
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
  return failure(message === 'out of memory' ? 'memory' : 'error', message.slice(0, 600))
}

/** @param {string} code @param {string} message */
const failure = (code, message) => JSON.stringify({ ok: false, failure: { code, message } })
const timeout = () =>
  Atomics.load(stopSignal, 0) === current.id
    ? failure('cancelled', '')
    : failure('timeout', 'The time limit was exceeded.')

/** Runs promise jobs until none are left or the time limit is reached. */
function runPendingJobs() {
  while (runtime.hasPendingJob()) {
    const done = runtime.executePendingJobs(jobsAtOnce)
    if (current.isOver || Date.now() >= current.end) {
      current.isOver = true
      return
    }
    if (done.error) continue
  }
}

/** @param {Call} call @param {{ context: QuickJSContext, guest: QuickJSHandle }} made @returns {string} JSON text */
function evaluate({ name, payload }, { context, guest }) {
  // Handles need not be freed: restoring the memory discards them.
  const seed = Math.floor(Math.random() * 2 ** 31)
  const values = [context.newString(name), context.newString(payload), context.newNumber(seed)]
  const called = context.callFunction(guest, context.undefined, ...values)
  if (called.error) return failureOf(context.dump(called.error))
  runPendingJobs()
  if (current.isOver) return timeout()
  const state = context.getPromiseState(called.value)
  if (state.type === 'pending') return failure('pending', 'The code waits for a promise that never resolves.')
  if (state.type === 'rejected') return failureOf(context.dump(state.error))
  const length = context.getNumber(context.getProp(state.value, 'length'))
  if (length > maxAnswer) return failure('too_large', `The result has more than ${maxAnswer} characters.`)
  return context.getString(state.value)
}

/** Adds time zone data if the call may need it: computing them takes some milliseconds. @param {Call} call */
const withZones = (call) =>
  call.language === 'cel' && /within_hours|\.get[A-Z]/.test(call.payload)
    ? {
        ...call,
        payload: call.payload.replace(
          '"zones":{}',
          () => `"zones":${JSON.stringify(zonesIn(call.payload, Date.now()))}`,
        ),
      }
    : call

parentPort?.on('message', (/** @type {Call} */ call) => {
  const made = load(call.language)
  const task = withZones(call)
  parentPort?.postMessage({ id: call.id, began: true })
  const began = performance.now()
  current = { id: call.id, end: Date.now() + call.timeoutMs, isOver: false }
  let answer
  let isBroken = false
  try {
    answer = evaluate(task, made)
  } catch (error) {
    // After a WebAssembly trap or an internal error, the state of this thread is no longer reliable.
    isBroken = !current.isOver
    answer = failureOf(error)
  }
  parentPort?.postMessage({ id: call.id, answer, ms: performance.now() - began, isBroken })
  restoreMemory()
})
