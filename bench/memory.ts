/**
 * Resident memory of the service on the embedded database: after its first start, after the sample, after 20,000 runs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '#scripts/program.mjs'
import { trivialFlow, scriptedFlow } from './engine/flows.ts'
import { createWebhook, createAccount, sendWebhook, start, untilDone } from './engine/service.ts'
import { bench, numberFlag, sized, type Report } from './harness.ts'

/** Maximum MB of the process, including threads. */
const limits = { fresh: 450, used: 600 } as const
/** `--runs N`; every third run uses JSONata, CEL and code. */
const runs = numberFlag('--runs', sized(20_000, 30))
/** By default the sample has 30 flows, 2,000 conversations and 20,000 runs. */
const sampleSizes = sized([], ['--flows', '3', '--conversations', '20', '--runs', '50'])
/** Several accounts, since each has a limit of queued and of concurrent runs. */
const accounts = 4
const senders = 16
/** Runs per batch: all must have ended before the next batch is sent. */
const part = 1000
/** Idle time before memory is read: garbage collection and table maintenance come late. */
const idleMs = sized(20_000, 500)
const limitMs = 900_000

/** A line of /proc/PID/status in MB. */
function statusOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

async function measure(folder: string, report: Report): Promise<void> {
  const service = await start({}, folder)
  try {
    const measureMemory = async (when: string, atMost: number) => {
      await wait(idleMs)
      report(when, statusOf(service.pid(), 'VmRSS'), 'MB', { atMost })
      report(`${when}: peak`, statusOf(service.pid(), 'VmHWM'), 'MB')
    }
    await measureMemory('first start', limits.fresh)
    const emails = Array.from({ length: accounts }, (_, index) => `bench${index}@bench.example`)
    const keys: string[] = []
    for (const email of emails) keys.push(await createAccount({ DATA_DIR: folder }, email))
    // The sample gets a separate account, because some of its runs never end.
    const owner = 'sample@bench.example'
    await createAccount({ DATA_DIR: folder }, owner)
    const sample = ['dist/server/command.mjs', 'sample', '--email', owner, ...sampleSizes]
    const { code, output } = await run(process.execPath, sample, { env: { ...process.env, DATA_DIR: folder } })
    if (code !== 0) throw new Error(`The sample was not created: ${output}`)
    await measureMemory('sample', limits.used)
    const webhookPaths: { trivial: string; scripted: string }[] = []
    for (const key of keys)
      webhookPaths.push({
        trivial: await createWebhook(service.url, key, trivialFlow()),
        scripted: await createWebhook(service.url, key, scriptedFlow()),
      })
    const sendOne = async (number: number) => {
      const hook = webhookPaths[number % accounts]
      const path = (number % 3 === 0 ? hook?.scripted : hook?.trivial) ?? ''
      if ((await sendWebhook(service.url, path, `bench-${number}`, number)) === null)
        throw new Error('A webhook was not accepted.')
    }
    for (let first = 0; first < runs; first += part) {
      const end = Math.min(first + part, runs)
      const sender = async (place: number) => {
        for (let number = first + place; number < end; number += senders) await sendOne(number)
      }
      await Promise.all(Array.from({ length: senders }, (_, place) => sender(place)))
      await untilDone(service.url, keys, limitMs)
      if (end < runs && end % (5 * part) === 0) report(`sample and ${end} runs`, statusOf(service.pid(), 'VmRSS'), 'MB')
    }
    await measureMemory(`sample and ${runs} runs`, limits.used)
  } finally {
    await service.stop()
  }
}

await bench('memory', async (report) => {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has.')
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'))
  try {
    await measure(folder, report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
