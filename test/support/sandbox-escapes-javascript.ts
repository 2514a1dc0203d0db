/** Known escapes from and attacks on JavaScript sandboxes, with the expected result in this sandbox. */
import type { Json } from '#lib/json/json.ts'

export interface Escape {
  name: string
  source: string
  /** The expected value, or "any"; absent = the call fails with one of the codes. */
  gives?: Json
  /** Permitted error codes of a failed call. */
  code?: readonly string[]
  /** The next call with its expected result, which would reveal side effects. */
  after?: { source: string; gives: Json }
}

const late = ['timeout']
/** A bomb ends at the limit that it reaches first, on a busy machine the time limit. */
const bomb = ['timeout', 'memory', 'error', 'too_large']
const syntax = ['syntax']
const error = ['error']

export const javascript: readonly Escape[] = [
  {
    name: 'globals of a host',
    source:
      'return [typeof process, typeof require, typeof module, typeof Buffer, typeof fetch, typeof setTimeout, typeof console, typeof Deno, typeof WebAssembly, typeof Worker].join()',
    gives: Array.from({ length: 10 }, () => 'undefined').join(),
  },
  { name: 'this', source: 'return typeof this?.process', gives: 'undefined' },
  {
    name: 'constructor chain',
    source: 'return [].constructor.constructor("return typeof process")()',
    gives: 'undefined',
  },
  {
    name: 'constructor chain from an argument',
    source: 'return input.constructor.constructor("return this")().constructor.constructor("return typeof process")()',
    gives: 'undefined',
  },
  { name: 'Function', source: 'return Function("return process")()', code: error },
  {
    name: 'async constructor',
    source: 'return await (async () => {}).constructor("return typeof require")()',
    gives: 'undefined',
  },
  {
    name: 'generator constructor',
    source: 'return (function* () {}).constructor("yield typeof process")().next().value',
    gives: 'undefined',
  },
  {
    name: 'async generator constructor',
    source: 'return (await (async function* () {}).constructor("yield typeof process")().next()).value',
    gives: 'undefined',
  },
  { name: 'import of a Node module', source: 'return await import("fs")', code: error },
  { name: 'import with a scheme', source: 'return await import("node:child_process")', code: error },
  { name: 'import of a module of the thread', source: 'return await import("./evaluator.js")', code: error },
  { name: 'import of a URL', source: 'return await import("https://example.com/x.js")', code: error },
  { name: 'import of a data URL', source: 'return await import("data:text/javascript,export default 1")', code: error },
  { name: 'import.meta', source: 'return import.meta.url', code: syntax },
  { name: 'direct eval', source: 'return eval("typeof process")', gives: 'undefined' },
  { name: 'indirect eval', source: 'return (0, eval)("typeof this.process")', gives: 'undefined' },
  { name: 'with', source: 'return Function("with ({ a: 1 }) { return a }")()', gives: 1 },
  { name: 'closing the surrounding function', source: '} return 1 }; (async function () {', code: syntax },
  { name: 'a comment over the following code', source: 'return 1 //', gives: 1 },
  { name: 'caller', source: 'return (function f() { return typeof f.caller })()', gives: 'undefined', code: error },
  {
    name: 'a global for the next call',
    source: 'globalThis.leak = 1; return 1',
    gives: 1,
    after: { source: 'return typeof leak', gives: 'undefined' },
  },
  {
    name: 'a prototype changed for the next call',
    source: 'Object.prototype.leak = 1; return 1',
    gives: 1,
    after: { source: 'return ({}).leak ?? null', gives: null },
  },
  {
    name: 'a method replaced for the next call',
    source: 'Array.prototype.map = () => "mine"; return 1',
    gives: 1,
    after: { source: 'return [1].map((x) => x + 1)', gives: [2] },
  },
  {
    name: 'objects frozen for the next call',
    source: 'Object.freeze(Object.prototype); Object.freeze(globalThis); return 1',
    gives: 1,
    after: { source: 'globalThis.mine = 1; return mine', gives: 1 },
  },
  { name: 'JSON.stringify replaced', source: 'JSON.stringify = () => "1"; return { a: 1 }', gives: { a: 1 } },
  {
    name: 'JSON.parse replaced for the next call',
    source: 'JSON.parse = () => ({ sources: ["return 7"] }); return 1',
    gives: 1,
    after: { source: 'return 2', gives: 2 },
  },
  { name: 'Promise.prototype.then replaced', source: 'Promise.prototype.then = () => { throw 1 }; return 2', gives: 2 },
  { name: 'Object.prototype.toJSON', source: 'Object.prototype.toJSON = () => 3; return {}', gives: 3 },
  {
    name: 'setters on Object.prototype',
    source:
      'for (const k of ["ok", "value", "code", "message", "failure"]) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw 1 }, get() { return 9 } }); return {}',
    gives: {},
  },
  {
    name: '__proto__ in a result',
    source: 'return JSON.parse(\'{"__proto__": {"admin": true}, "a": 1}\')',
    gives: { a: 1 },
  },
  {
    name: 'a Proxy as a result',
    source:
      'return new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (_, k) => k === "a" ? 7 : undefined })',
    gives: { a: 7 },
  },
  { name: 'a Proxy with an endless loop', source: 'return new Proxy({}, { ownKeys() { for (;;); } })', code: late },
  {
    name: 'nested Proxies',
    source: 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.a ?? 1',
    code: bomb,
  },
  {
    name: 'Reflect',
    source: 'return Reflect.ownKeys(Reflect.getPrototypeOf(globalThis)).includes("process")',
    gives: false,
  },
  {
    name: 'Reflect.construct',
    source: 'return Reflect.construct(Function, ["return typeof process"])()',
    gives: 'undefined',
  },
  {
    name: 'Error.prepareStackTrace',
    source:
      'Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error("x"); return Array.isArray(stack) ? stack.some((s) => typeof s.getFunction === "function" && s.getFunction()) : false',
    gives: false,
  },
  {
    name: 'paths in a stack',
    source: 'return /node_modules|\\/server\\/|file:/.test(new Error("x").stack)',
    gives: false,
  },
  { name: 'SharedArrayBuffer', source: 'return new SharedArrayBuffer(8).byteLength > 8', gives: false, code: error },
  { name: 'Atomics.wait', source: 'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', code: error },
  {
    name: 'Symbol.species',
    source:
      'class A extends Array { static get [Symbol.species]() { return Function } } return new A(1, 2, 3).map((x) => x)',
    gives: null,
  },
  { name: 'Symbol.toPrimitive', source: 'return `${{ [Symbol.toPrimitive]() { for (;;); } }}`', code: late },
  { name: 'endless toJSON', source: 'return { toJSON() { for (;;); } }', code: late },
  { name: 'toJSON bomb', source: 'return { toJSON() { return "x".repeat(2 ** 29) } }', code: bomb },
  { name: 'endlessly nested getters', source: 'const a = { get b() { return a } }; return a', code: bomb },
  { name: 'a circular result', source: 'const a = {}; a.a = a; return a', code: error },
  { name: 'JSON 100,000 levels deep', source: 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', code: bomb },
  {
    name: 'objects 1,000,000 levels deep',
    source: 'let a = {}; for (let i = 0; i < 1e6; i++) a = { a }; return a',
    code: bomb,
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
  { name: 'string bomb', source: 'let s = "x"; for (;;) s += s', code: bomb },
  { name: 'padEnd', source: 'return "x".padEnd(2 ** 30)', code: bomb },
  { name: 'repeat', source: 'const a = []; for (;;) a.push("x".repeat(1e6))', code: bomb },
  { name: 'array bomb', source: 'const a = [1]; for (;;) a.push(a.slice())', code: bomb },
  { name: 'array of maximum length', source: 'return new Array(4294967295).fill(0)', code: bomb },
  { name: 'join of a huge empty array', source: 'return new Array(2 ** 30).join("x")', code: bomb },
  { name: 'typed array bomb', source: 'const a = []; for (;;) a.push(new Uint8Array(1e6))', code: bomb },
  { name: 'one large typed array', source: 'return new Uint8Array(1e9).length', code: bomb },
  {
    name: 'a buffer that grows',
    source: 'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 40 }); b.resize(2 ** 39); return b.byteLength',
    code: bomb,
  },
  { name: 'BigInt bomb', source: 'let b = 3n; for (;;) b *= b', code: bomb },
  { name: 'Map bomb', source: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, {})', code: bomb },
  { name: 'closures', source: 'let f = () => 1; for (;;) { const g = f; f = () => g() }', code: bomb },
  {
    name: 'regular expression with endless backtracking',
    source: 'return /^(a+)+$/.test("a".repeat(60) + "!")',
    code: late,
  },
  {
    name: 'regular expression with back references',
    source: String.raw`return /^(.*)*\1*(.*)*\2x$/.test("a".repeat(80))`,
    code: bomb,
  },
  {
    name: 'a regular expression that is too large',
    source: 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")',
    code: bomb,
  },
  { name: 'endless loop', source: 'for (;;);', code: late },
  { name: 'endless loop with catch', source: 'for (;;) try { for (;;); } catch {} finally { continue }', code: late },
  { name: 'endless await', source: 'for (;;) await 0', code: late },
  { name: 'endless promises', source: 'const f = () => Promise.resolve().then(f); await f()', code: late },
  {
    name: 'promises that multiply',
    source:
      'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
    code: bomb,
  },
  { name: 'a promise that never settles', source: 'await new Promise(() => {})', code: ['pending'] },
  { name: 'a thenable that never settles', source: 'return { then() {} }', code: ['pending'] },
  { name: 'a thenable that resolves to itself', source: 'const t = { then(done) { done(t) } }; return t', code: late },
  { name: 'recursion', source: 'const f = () => f() + 1; return f()', code: error },
  { name: 'recursion with catch', source: 'const f = () => { try { f() } catch { f() } }; f()', code: bomb },
  { name: 'recursion by a getter', source: 'const a = { get b() { return this.b } }; return a.b', code: error },
  { name: 'recursion by await', source: 'const f = async () => { await f() }; await f()', code: bomb },
  { name: 'recursion by sort', source: 'const f = () => [2, 1].sort(f); f()', code: error },
  { name: 'endless generator', source: 'return [...(function* () { for (;;) yield 1 })()]', code: bomb },
  {
    name: 'endless iterator',
    source: 'return Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) })',
    code: bomb,
  },
  {
    name: 'endless destructuring',
    source: 'const [...all] = { *[Symbol.iterator]() { for (;;) yield "x" } }; return all',
    code: bomb,
  },
  {
    name: 'a false length',
    source: 'return Array.prototype.concat.call([], { length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true }).length',
    code: bomb,
  },
  { name: 'throwing null', source: 'throw null', code: error },
  { name: 'throwing an endless message getter', source: 'throw { get message() { for (;;); } }', code: late },
  { name: 'throwing an unreadable Proxy', source: 'throw new Proxy({}, { get() { throw 1 } })', code: error },
  { name: 'throwing a long text', source: 'throw new Error("x".repeat(1e6))', code: error },
  {
    name: 'a finalizer after the call',
    source: 'new FinalizationRegistry(() => { for (;;); }).register({}, 1); return 1',
    gives: 1,
    after: { source: 'return 2', gives: 2 },
  },
  { name: 'debugger', source: 'debugger; return 1', gives: 1 },
]
