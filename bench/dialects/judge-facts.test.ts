/** Every fact of the services in the browser tests, read by the console's client without a browser. */
import { expect, test } from 'vitest'
import { stubs } from '#e2e/dialects/all.ts'
import { facts } from '#e2e/dialects/facts.ts'
import { headersFor } from '#e2e/dialects/plumbing.ts'
import { startStub } from '#e2e/dialects/start-stub.ts'
import { runInstalled } from '#scripts/program.mjs'
import { compareFacts } from './judge-facts.ts'
import { outcomes } from './tally.ts'

const look = new URL('./look.ts', import.meta.url).pathname

test.each(stubs)('$name: the console reads every fact correctly', { tags: ['all'] }, async (stub) => {
  const running = await startStub(stub, { requiresSignIn: true })
  const [header = '', value = ''] = Object.entries(headersFor(stub.signIn))[0] ?? []
  const { output } = await runInstalled('tsx', [look, running.url, header, value])
  await running.stop()
  const line = output.split('\n').find((one) => one.startsWith('{"flows"')) ?? expect.fail(output)
  const verdicts = compareFacts(facts, JSON.parse(line), stub)
  expect(verdicts.flatMap(({ endpoint, faults }) => faults.map((fault) => `${endpoint}: ${fault}`))).toEqual([])
  const judged = verdicts.map(({ counts }) => outcomes.reduce((all, outcome) => all + counts[outcome], 0))
  expect(Math.min(...judged)).toBeGreaterThan(0)
})
