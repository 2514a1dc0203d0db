/** Which functions of Node-RED are converted. That they run is tested with the sandbox, in test/service. */
import { expect, test } from 'vitest'
import { readFlowFile } from '#flow/file/read.ts'
import { reviewOf } from '#flow/file/review.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import { verdictOf } from '#flow/health/verdict.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { codeOfFunction } from './node-red-function.ts'

const isConverted = (func: string, more: JsonRecord = {}): boolean =>
  codeOfFunction({ func, outputs: 1, wires: [['a']], ...more }) !== null

test.each([
  'return msg',
  'msg.payload = msg.payload * 2;\nreturn msg;',
  'return { payload: [msg.payload], deep: { a: 1 } };',
  '// node.send(msg) was here\nmsg.text = "the flow of \\"node\\" /* 1 */";\nreturn msg; // the same message',
  'if (msg.payload.node && msg.flow) return { payload: 1 }\nmsg.global = 2\nreturn msg',
  'const now = new Date()\nmsg = { payload: now.getTime() }\nfoo()\nreturn msg\nfunction foo() {}'.replace(
    '\nfunction foo() {}',
    '',
  ),
  'if (/["\'\\/]/.test(msg.payload)) {\n  return msg\n}\nmsg.list = msg.payload.map((one) => one.context)\nreturn msg',
])('is converted: %s', (func) => {
  expect(isConverted(func)).toBe(true)
})

test.each([
  ['nothing is returned', 'msg.payload = 1'],
  ['a path returns nothing', 'if (msg.payload > 1) return;\nreturn msg;'],
  ['a path returns nothing at its end', 'if (msg.payload > 1)\n  return msg;'],
  ['a path returns null', 'if (msg.payload > 1) { return null }\nreturn msg;'],
  ['several messages', 'return [msg, { payload: 1 }];'],
  ['a value that may be no message', 'return msg.payload;'],
  ['a message that may be none', 'msg = msg.parts.pop();\nreturn msg;'],
  ['send', 'node.send(msg);\nreturn msg;'],
  ['a status', 'node.status({ text: "x" })\nreturn msg'],
  ['a context', 'msg.count = (context.get("n") || 0) + 1;\nreturn msg;'],
  ['in a template', 'msg.text = `${env.get("NAME")}`;\nreturn msg;'],
  ['after a text with quotes', 'msg.text = "it\'s"; flow.set("a", 1); msg.more = \'"\'\nreturn msg'],
  ['spread', 'msg.all = [...flow.keys()]\nreturn msg'],
  ['a callback', 'setTimeout(() => 1, 10)\nreturn msg'],
  ['a package', 'const fs = require("fs")\nreturn msg'],
  ['Node.js', 'msg.payload = Buffer.from(msg.payload)\nreturn msg'],
  ['the request', 'msg.payload = msg.req.query.name\nreturn msg'],
  ['dates in words', 'msg.payload = new Date().toLocaleString("de")\nreturn msg'],
])('is not converted: %s', (_, func) => {
  expect(isConverted(func)).toBe(false)
})

test('is not converted: several outputs, code at start or stop, packages', () => {
  expect(isConverted('return msg', { wires: [['a'], []] })).toBe(false)
  expect(isConverted('return msg', { initialize: 'context.set("n", 0)' })).toBe(false)
  expect(isConverted('return msg', { finalize: 'flow.set("n", 0)' })).toBe(false)
  expect(isConverted('return msg', { libs: [{ var: 'os', module: 'os' }] })).toBe(false)
  expect(isConverted('return msg', { initialize: '// Code added here will be run once\n' })).toBe(true)
})

test('review, Health and list agree: a function that needs Node-RED is a note, a converted one runs', () => {
  const item = (id: string, func: string) => ({ id, type: 'function', z: 't', func, wires: [[]], x: 0, y: 0 })
  const file = [
    { id: 'start', type: 'inject', z: 't', wires: [['a', 'b']], x: 0, y: 0 },
    item('a', 'msg.payload = 1\nreturn msg'),
    item('b', 'node.send(msg)'),
  ]
  const read = readFlowFile({ name: 'f.json', text: JSON.stringify(file) })
  const flow = read.ok ? read.flows[0] : undefined
  if (flow === undefined) return expect.fail()
  const lint = lintFlow(flow)
  expect(flow.nodes.map(({ type }) => type)).toEqual(['trigger', 'code', 'function'])
  expect(ownFindings(lint).map(({ code, node_id: node }) => [code, node])).toEqual([['unknown_type', 'b']])
  const counts = { steps: 3, foreign: 1, faulty: 0 }
  expect(verdictOf(ownFindings(lint), lint)).toMatchObject(counts)
  expect(reviewOf(flow)).toMatchObject({ verdict: counts })
  expect(validationSummaryOf(lint)).toMatchObject({ steps: 3, foreign_steps: 1, faulty_steps: 0 })
})

test('takes linear time', () => {
  const start = performance.now()
  for (const part of ['"\\', '`\\', '/*', '=/[', ' ', 'return {', 'msg ', '(/'])
    isConverted(`${part.repeat(200_000)}\nreturn msg`)
  expect(performance.now() - start).toBeLessThan(5000)
})
