/**
 * Process that reads everything from one service with the console's client, as a page does. A process for each service,
 * because a client keeps state. Arguments: the base URL, the header that signs in and its value. Prints one line of
 * JSON, or the compatibility report if the fourth argument is `report`.
 */
import { register } from 'node:module'
import { balance, run } from '#contract/billing.ts'
import { channel } from '#contract/channel.ts'
import { conversation } from '#contract/conversation.ts'
import { flow } from '#contract/flow.ts'
import { tool } from '#contract/tool.ts'

const [base = '', header = '', value = '', form = ''] = process.argv.slice(2)

/** The browser state that the client needs: location, the page's base URL, storage. */
const storedItems = new Map<string, string>([
  ['flow-console.connections', JSON.stringify([{ id: 'own', name: 'looked at', base: null, kind: 'header', header }])],
  ...(header === ''
    ? []
    : [['flow-console.credential own', JSON.stringify({ base, header, value })] satisfies [string, string]]),
])
const storage = { getItem: (key: string) => storedItems.get(key) ?? null, setItem: () => {}, removeItem: () => {} }
Object.assign(globalThis, {
  location: new URL(base),
  document: { querySelector: () => ({ getAttribute: () => base }) },
  localStorage: storage,
  sessionStorage: storage,
})

/** Worker URLs come from the bundler, which is not used here; without a URL the same code runs in this thread. */
const loaderHooks = `export const resolve = (name, context, next) =>
  name.endsWith('?worker&url') ? { url: 'data:text/javascript,export default ""', shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(loaderHooks)}`)

const { call } = await import('#api/request/client.ts')
/** More rows than any list of the facts has; stops reading from a service whose list never ends. */
const maxRows = 500
const pageRows = 25

interface PageOf {
  count: number
  next: string | null
  results: readonly unknown[]
}

/** All rows of a list, page by page. */
async function all(read: (query: { limit: number; offset: number }) => Promise<PageOf>): Promise<readonly unknown[]> {
  const rows: unknown[] = []
  for (;;) {
    const page = await read({ limit: pageRows, offset: rows.length })
    rows.push(...page.results)
    const isLast = page.results.length === 0 || (rows.length >= page.count && page.next === null)
    if (isLast || rows.length >= maxRows) return rows
  }
}

/** Returns the error of a failed read as its result, so that the other reads continue. */
async function resultOrError(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read()
  } catch (problem) {
    return { error: problem instanceof Error ? problem.message : String(problem) }
  }
}

const flows = await resultOrError(() => all((query) => call(flow.list, { ...query, ordering: 'name' })))
const idOf = (one: unknown): string =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? one.id : ''
const isIntake = (one: unknown) =>
  typeof one === 'object' && one !== null && 'name' in one && one.name === 'Order intake'
const rows = Array.isArray(flows) ? flows : []
const openedFlowId = idOf(rows.find(isIntake) ?? rows[0])
const readData = {
  flows,
  flow: await resultOrError(() => call(flow.read, { id: openedFlowId })),
  tools: await resultOrError(() => all((query) => call(tool.list, query))),
  channels: await resultOrError(() => all((query) => call(channel.list, query))),
  conversations: await resultOrError(() => all((query) => call(conversation.list, { ...query, filters: {} }))),
  balance: await resultOrError(() => call(balance.read, {})),
  runs: await resultOrError(() => all((query) => call(run.list, { ...query, filters: {} }))),
}
if (form === 'report') {
  const { compatibility } = await import('#api/compatibility.ts')
  const { reportText } = await import('#api/dialect/report-text.ts')
  const failed = Object.entries(readData).flatMap(([name, one]) =>
    typeof one === 'object' && one !== null && 'error' in one ? [`${name}: ${String(one.error)}`] : [],
  )
  process.stdout.write([reportText(compatibility.snapshot()), ...failed, ''].join('\n'), () => process.exit(0))
} else {
  // NaN means absent, and JSON cannot express it.
  const line = JSON.stringify(readData, (_key, one: unknown) => (Number.isNaN(one) ? '' : one))
  process.stdout.write(`${line}\n`, () => process.exit(0))
}
