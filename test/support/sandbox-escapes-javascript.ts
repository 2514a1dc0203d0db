/** Known escapes from and attacks on JavaScript sandboxes, with the expected result in this sandbox. */
import type { Json } from '#lib/json/json.ts'

export interface Escape {
  name: string
  source: string
  /** The expected value, or "any"; absent = the call fails with one of the codes. */
  expected?: Json
  /** Permitted error codes of a failed call. */
  code?: readonly string[]
  /** The next call with its expected result, which would reveal side effects. */
  after?: { source: string; expected: Json }
}

const timeoutOnly = ['timeout']
/** A bomb ends at the limit that it reaches first, on a busy machine the time limit. */
const limitErrors = ['timeout', 'memory', 'error', 'too_large']
const syntax = ['syntax']
const error = ['error']

export const javascript: readonly Escape[] = [
  {
    name: 'globals of a host',
    source:
      'return [typeof process, typeof require, typeof module, typeof Buffer, typeof fetch, typeof setTimeout, typeof console, typeof Deno, typeof WebAssembly, typeof Worker].join()',
    expected: Array.from({ length: 10 }, () => 'undefined').join(),
  },
  { name: 'this', source: 'return typeof this?.process', expected: 'undefined' },
  {
    name: 'constructor chain',
    source: 'return [].constructor.constructor("return typeof process")()',
    expected: 'undefined',
  },
  {
    name: 'constructor chain from an argument',
    source: 'return input.constructor.constructor("return this")().constructor.constructor("return typeof process")()',
    expected: 'undefined',
  },
  { name: 'Function', source: 'return Function("return process")()', code: error },
  {
    name: 'async constructor',
    source: 'return await (async () => {}).constructor("return typeof require")()',
    expected: 'undefined',
  },
  {
    name: 'generator constructor',
    source: 'return (function* () {}).constructor("yield typeof process")().next().value',
    expected: 'undefined',
  },
  {
    name: 'async generator constructor',
    source: 'return (await (async function* () {}).constructor("yield typeof process")().next()).value',
    expected: 'undefined',
  },
  { name: 'import of a Node module', source: 'return await import("fs")', code: error },
  { name: 'import with a scheme', source: 'return await import("node:child_process")', code: error },
  { name: 'import of a module of the thread', source: 'return await import("./evaluator.js")', code: error },
  { name: 'import of a URL', source: 'return await import("https://example.com/x.js")', code: error },
  { name: 'import of a data URL', source: 'return await import("data:text/javascript,export default 1")', code: error },
  { name: 'import.meta', source: 'return import.meta.url', code: syntax },
  { name: 'direct eval', source: 'return eval("typeof process")', expected: 'undefined' },
  { name: 'indirect eval', source: 'return (0, eval)("typeof this.process")', expected: 'undefined' },
  { name: 'with', source: 'return Function("with ({ a: 1 }) { return a }")()', expected: 1 },
  { name: 'closing the surrounding function', source: '} return 1 }; (async function () {', code: syntax },
  { name: 'a comment over the following code', source: 'return 1 //', expected: 1 },
  { name: 'caller', source: 'return (function f() { return typeof f.caller })()', expected: 'undefined', code: error },
  {
    name: 'a global for the next call',
    source: 'globalThis.leak = 1; return 1',
    expected: 1,
    after: { source: 'return typeof leak', expected: 'undefined' },
  },
  {
    name: 'a prototype changed for the next call',
    source: 'Object.prototype.leak = 1; return 1',
    expected: 1,
    after: { source: 'return ({}).leak ?? null', expected: null },
  },
  {
    name: 'a method replaced for the next call',
    source: 'Array.prototype.map = () => "mine"; return 1',
    expected: 1,
    after: { source: 'return [1].map((x) => x + 1)', expected: [2] },
  },
  {
    name: 'objects frozen for the next call',
    source: 'Object.freeze(Object.prototype); Object.freeze(globalThis); return 1',
    expected: 1,
    after: { source: 'globalThis.mine = 1; return mine', expected: 1 },
  },
  { name: 'JSON.stringify replaced', source: 'JSON.stringify = () => "1"; return { a: 1 }', expected: { a: 1 } },
  {
    name: 'JSON.parse replaced for the next call',
    source: 'JSON.parse = () => ({ sources: ["return 7"] }); return 1',
    expected: 1,
    after: { source: 'return 2', expected: 2 },
  },
  {
    name: 'Promise.prototype.then replaced',
    source: 'Promise.prototype.then = () => { throw 1 }; return 2',
    expected: 2,
  },
  { name: 'Object.prototype.toJSON', source: 'Object.prototype.toJSON = () => 3; return {}', expected: 3 },
  {
    name: 'setters on Object.prototype',
    source:
      'for (const k of ["ok", "value", "code", "message", "failure"]) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw 1 }, get() { return 9 } }); return {}',
    expected: {},
  },
  {
    name: '__proto__ in a result',
    source: 'return JSON.parse(\'{"__proto__": {"admin": true}, "a": 1}\')',
    expected: { a: 1 },
  },
  {
    name: 'a Proxy as a result',
    source:
      'return new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (_, k) => k === "a" ? 7 : undefined })',
    expected: { a: 7 },
  },
  {
    name: 'a Proxy with an endless loop',
    source: 'return new Proxy({}, { ownKeys() { for (;;); } })',
    code: timeoutOnly,
  },
  {
    name: 'nested Proxies',
    source: 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.a ?? 1',
    code: limitErrors,
  },
  {
    name: 'Reflect',
    source: 'return Reflect.ownKeys(Reflect.getPrototypeOf(globalThis)).includes("process")',
    expected: false,
  },
  {
    name: 'Reflect.construct',
    source: 'return Reflect.construct(Function, ["return typeof process"])()',
    expected: 'undefined',
  },
  {
    name: 'Error.prepareStackTrace',
    source:
      'Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error("x"); return Array.isArray(stack) ? stack.some((s) => typeof s.getFunction === "function" && s.getFunction()) : false',
    expected: false,
  },
  {
    name: 'paths in a stack',
    source: 'return /node_modules|\\/server\\/|file:/.test(new Error("x").stack)',
    expected: false,
  },
  { name: 'SharedArrayBuffer', source: 'return new SharedArrayBuffer(8).byteLength > 8', expected: false, code: error },
  { name: 'Atomics.wait', source: 'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', code: error },
  {
    name: 'Symbol.species',
    source:
      'class A extends Array { static get [Symbol.species]() { return Function } } return new A(1, 2, 3).map((x) => x)',
    expected: null,
  },
  { name: 'Symbol.toPrimitive', source: 'return `${{ [Symbol.toPrimitive]() { for (;;); } }}`', code: timeoutOnly },
  { name: 'endless toJSON', source: 'return { toJSON() { for (;;); } }', code: timeoutOnly },
  { name: 'toJSON bomb', source: 'return { toJSON() { return "x".repeat(2 ** 29) } }', code: limitErrors },
  { name: 'endlessly nested getters', source: 'const a = { get b() { return a } }; return a', code: limitErrors },
  { name: 'a circular result', source: 'const a = {}; a.a = a; return a', code: error },
  {
    name: 'JSON 100,000 levels deep',
    source: 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))',
    code: limitErrors,
  },
  {
    name: 'objects 1,000,000 levels deep',
    source: 'let a = {}; for (let i = 0; i < 1e6; i++) a = { a }; return a',
    code: limitErrors,
  },
  {
    name: 'a result 100 levels deep',
    source: 'let a = 1; for (let i = 0; i < 100; i++) a = [a]; return a',
    code: error,
  },
  { name: 'a result that is too long', source: 'return "x".repeat(300000)', code: ['too_large'] },
  { name: 'NUL in a result', source: String.raw`return "a\0b"`, code: error },
  { name: 'a lone surrogate in a result', source: String.raw`return "\ud800"`, code: error },
  { name: 'a BigInt as a result', source: 'return 1n', code: error },
  { name: 'string bomb', source: 'let s = "x"; for (;;) s += s', code: limitErrors },
  { name: 'padEnd', source: 'return "x".padEnd(2 ** 30)', code: limitErrors },
  { name: 'repeat', source: 'const a = []; for (;;) a.push("x".repeat(1e6))', code: limitErrors },
  { name: 'array bomb', source: 'const a = [1]; for (;;) a.push(a.slice())', code: limitErrors },
  { name: 'array of maximum length', source: 'return new Array(4294967295).fill(0)', code: limitErrors },
  { name: 'join of a huge empty array', source: 'return new Array(2 ** 30).join("x")', code: limitErrors },
  { name: 'typed array bomb', source: 'const a = []; for (;;) a.push(new Uint8Array(1e6))', code: limitErrors },
  { name: 'one large typed array', source: 'return new Uint8Array(1e9).length', code: limitErrors },
  {
    name: 'a buffer that grows',
    source: 'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 40 }); b.resize(2 ** 39); return b.byteLength',
    code: limitErrors,
  },
  { name: 'BigInt bomb', source: 'let b = 3n; for (;;) b *= b', code: limitErrors },
  { name: 'Map bomb', source: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, {})', code: limitErrors },
  { name: 'closures', source: 'let f = () => 1; for (;;) { const g = f; f = () => g() }', code: limitErrors },
  {
    name: 'regular expression with endless backtracking',
    source: 'return /^(a+)+$/.test("a".repeat(60) + "!")',
    code: timeoutOnly,
  },
  {
    name: 'regular expression with back references',
    source: String.raw`return /^(.*)*\1*(.*)*\2x$/.test("a".repeat(80))`,
    code: limitErrors,
  },
  {
    name: 'a regular expression that is too large',
    source: 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")',
    code: limitErrors,
  },
  { name: 'endless loop', source: 'for (;;);', code: timeoutOnly },
  {
    name: 'endless loop with catch',
    source: 'for (;;) try { for (;;); } catch {} finally { continue }',
    code: timeoutOnly,
  },
  { name: 'endless await', source: 'for (;;) await 0', code: timeoutOnly },
  {
    name: 'endless promises',
    source: 'const f = () => Promise.resolve().then(f); await f()',
    // The chain grows with each promise: on a fast machine it fills the memory and breaks before the time limit.
    code: [...limitErrors, 'pending'],
  },
  {
    name: 'promises that multiply',
    source:
      'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
    code: limitErrors,
  },
  { name: 'a promise that never settles', source: 'await new Promise(() => {})', code: ['pending'] },
  { name: 'a thenable that never settles', source: 'return { then() {} }', code: ['pending'] },
  {
    name: 'a thenable that resolves to itself',
    source: 'const t = { then(done) { done(t) } }; return t',
    code: timeoutOnly,
  },
  { name: 'recursion', source: 'const f = () => f() + 1; return f()', code: error },
  { name: 'recursion with catch', source: 'const f = () => { try { f() } catch { f() } }; f()', code: limitErrors },
  { name: 'recursion by a getter', source: 'const a = { get b() { return this.b } }; return a.b', code: error },
  { name: 'recursion by await', source: 'const f = async () => { await f() }; await f()', code: limitErrors },
  { name: 'recursion by sort', source: 'const f = () => [2, 1].sort(f); f()', code: error },
  { name: 'endless generator', source: 'return [...(function* () { for (;;) yield 1 })()]', code: limitErrors },
  {
    name: 'endless iterator',
    source: 'return Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) })',
    code: limitErrors,
  },
  {
    name: 'endless destructuring',
    source: 'const [...all] = { *[Symbol.iterator]() { for (;;) yield "x" } }; return all',
    code: limitErrors,
  },
  {
    name: 'a false length',
    source: 'return Array.prototype.concat.call([], { length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true }).length',
    code: limitErrors,
  },
  { name: 'throwing null', source: 'throw null', code: error },
  { name: 'throwing an endless message getter', source: 'throw { get message() { for (;;); } }', code: timeoutOnly },
  { name: 'throwing an unreadable Proxy', source: 'throw new Proxy({}, { get() { throw 1 } })', code: error },
  { name: 'throwing a long text', source: 'throw new Error("x".repeat(1e6))', code: error },
  {
    name: 'a finalizer after the call',
    source: 'new FinalizationRegistry(() => { for (;;); }).register({}, 1); return 1',
    expected: 1,
    after: { source: 'return 2', expected: 2 },
  },
  { name: 'debugger', source: 'debugger; return 1', expected: 1 },
]
