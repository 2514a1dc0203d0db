/**
 * Lighthouse's four scores of every page on a desktop, signed in, with LCP, TBT and CLS.
 * `--verbose`: the audits that cost points.
 */
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { z } from 'zod'
import { templateFormat, templateVersion } from '#contract/values/template-format.ts'
import { findBrowser } from '#scripts/browser.mjs'
import { browserArguments } from '#scripts/browser-arguments.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { startService } from '#scripts/service.mjs'
import { bench, numberFlag, sized, type Report } from './harness.ts'
import { placedFlow } from './placed-flow.ts'
import { addSample, sessionOf } from './session.ts'
import { median } from './statistics.ts'

/** Points of 100. */
const leastScore = 98
/** Nodes of the small flow. */
const flowNodes = 8
const sample = sized({ flows: 100, conversations: 500, runs: 2000 }, { flows: 5, conversations: 10, runs: 20 })
/** Visits of each page, of which the median counts, because performance varies. */
const rounds = numberFlag('--rounds', sized(3, 1))
const isVerbose = process.argv.includes('--verbose')

interface LighthousePage {
  name: string
  path: string
  isSignedIn: boolean
}

const signedInPage = (name: string, path: string): LighthousePage => ({ name, path, isSignedIn: true })

const pagesWith = (flow: string): LighthousePage[] => [
  signedInPage('flows', '/flows'),
  signedInPage('small flow', `/flows/${flow}`),
  signedInPage('import', '/flows/import'),
  signedInPage('tools', '/tools'),
  signedInPage('channels', '/channels'),
  signedInPage('inbox', '/inbox'),
  signedInPage('runs', '/runs'),
  signedInPage('billing', '/billing'),
  signedInPage('settings', '/settings'),
  { name: 'sign-in', path: '/flows', isSignedIn: false },
]

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Figures beside the scores, and their significant digits. */
const metrics = [
  { id: 'largest-contentful-paint', name: 'LCP', unit: 'ms' },
  { id: 'total-blocking-time', name: 'TBT', unit: 'ms' },
  { id: 'cumulative-layout-shift', name: 'CLS', unit: '' },
] as const

const Created = z.looseObject({ id: z.string() })

async function addFlow(url: string, cookie: string): Promise<string> {
  const { nodes, edges } = placedFlow(flowNodes)
  const template = { format: templateFormat, format_version: templateVersion, flow: { name: 'Small', nodes, edges } }
  const response = await fetch(`${url}/api/flow/import/`, {
    method: 'POST',
    headers: { origin: url, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ template }),
  })
  if (!response.ok) throw new Error(`The flow was not imported: ${await response.text()}`)
  return Created.parse(await response.json()).id
}

/**
 * One visit.
 * @param port of the browser's remote debugging
 */
async function visit(url: string, port: number, cookie: string | null): Promise<Result> {
  const flags = {
    port,
    onlyCategories: [...categories],
    logLevel: 'error' as const,
    ...(cookie === null ? {} : { extraHeaders: { cookie } }),
  }
  const found = await lighthouse(url, flags, desktopConfig)
  if (found === undefined) throw new Error(`${url} was not measured.`)
  const { lhr } = found
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  return lhr
}

const scoreOf = (lhr: Result, category: string): number => (lhr.categories[category]?.score ?? NaN) * 100

/** Audits below their maximum, with their cost in the 100 points of their category. */
function lossesOf(lhr: Result): string[] {
  return Object.values(lhr.categories).flatMap(({ id, auditRefs }) => {
    const all = auditRefs.reduce((sum, { weight }) => sum + weight, 0)
    return auditRefs.flatMap(({ id: name, weight }) => {
      const audit = lhr.audits[name]
      const lost = ((1 - (audit?.score ?? 1)) * weight * 100) / all
      return lost < 0.5
        ? []
        : [`${id}: ${name} costs ${lost.toFixed(1)} (${audit?.displayValue ?? audit?.title ?? ''})`]
    })
  })
}

function reportPage(report: Report, name: string, results: readonly Result[]): void {
  for (const category of categories)
    report(
      `${name}: ${category}`,
      median(
        results.map((lhr) => scoreOf(lhr, category)),
        NaN,
      ),
      '',
      {
        atLeast: leastScore,
      },
    )
  for (const { id, name: metric, unit } of metrics)
    report(
      `${name}: ${metric}`,
      median(
        results.map((lhr) => lhr.audits[id]?.numericValue ?? NaN),
        NaN,
      ),
      unit,
    )
  const last = results.at(-1)
  if (isVerbose && last !== undefined) for (const line of lossesOf(last)) console.error(`      ${line}`)
}

await bench('lighthouse', async (report) => {
  const service = await startService()
  const port = await freePort()
  const executablePath = await findBrowser()
  const args = [...browserArguments, `--remote-debugging-port=${port}`]
  try {
    const session = await sessionOf(service.url, service.setupCode())
    const cookie = session.map(({ name, value }) => `${name}=${value}`).join('; ')
    await addSample(service, sample)
    const stops = pagesWith(await addFlow(service.url, cookie))
    // A smoke run tries one page of each kind.
    for (const stop of sized(stops, [...stops.slice(0, 1), ...stops.slice(-1)])) {
      const results: Result[] = []
      for (let round = 0; round < rounds; round += 1) {
        // A new browser each time, so that each visit is a first visit.
        const browser = await chromium.launch({ executablePath, args })
        try {
          results.push(await visit(service.url + stop.path, port, stop.isSignedIn ? cookie : null))
        } finally {
          await browser.close()
        }
      }
      reportPage(report, stop.name, results)
    }
  } finally {
    await service.remove()
  }
})
