/** All paths of the console, not repeated elsewhere. Without the router, since the first script uses them too. */

export const paths = {
  home: '/',
  signIn: '/sign-in',
  setUp: '/set-up',
  flows: '/flows',
  /** The flows of all services of a console that has several. */
  allFlows: '/flows/all',
  /** A file that is viewed without an import; without a key, the user is asked for one. */
  fileFlow: '/flows/file/:key?',
  import: '/flows/import',
  trash: '/flows/trash',
  flow: '/flows/:id',
  flowUpdate: '/flows/:id/update',
  compare: '/flows/compare',
  runs: '/runs',
  tools: '/tools',
  channels: '/channels',
  inbox: '/inbox',
  billing: '/billing',
  ledger: '/billing/ledger',
  statement: '/billing/statement',
  budgets: '/billing/budgets',
  settings: '/settings',
  settingsSection: '/settings/:section?',
} as const

export const flowPath = (id: string): string => paths.flow.replace(':id', encodeURIComponent(id))
/** The update of a flow from a file; `file`: key under which this browser has the file. */
export const flowUpdatePath = (id: string, file?: string): string =>
  `${flowPath(id)}/update${file === undefined ? '' : `?${new URLSearchParams({ file })}`}`
/** The import of a file as another flow, which is compared with this one afterwards. */
export const importAndComparePath = (id: string): string => `${paths.import}?${new URLSearchParams({ compare: id })}`
export const flowHistoryPath = (id: string): string => `${flowPath(id)}?tab=history`
/** A flow with one of its nodes open. */
export const nodePath = (id: string, node: string): string => `${flowPath(id)}?${new URLSearchParams({ node })}`

export const fileFlowPath = (key?: string): string =>
  paths.fileFlow.replace('/:key?', key === undefined ? '' : `/${encodeURIComponent(key)}`)
export const fileNodePath = (key: string, node: string): string =>
  `${fileFlowPath(key)}?${new URLSearchParams({ node })}`

/** A flow with a run overlay. */
export const runOverlayPath = (flow: string, run: string, node?: string): string =>
  `${flowPath(flow)}?${new URLSearchParams({ run, ...(node !== undefined && { node }) })}`

/** The page to start a flow by hand; `repeatRunId`: with the input of one of its runs, which is shown as an overlay. */
export const startRunPath = (flow: string, repeatRunId = ''): string =>
  `${flowPath(flow)}?${new URLSearchParams({ ...(repeatRunId === '' ? {} : { run: repeatRunId }), start: repeatRunId })}`

/** The health tab of a flow. */
export const flowHealthPath = (id: string): string => `${flowPath(id)}?tab=health`

/**
 * One side of a comparison: a flow, a version of it that was viewed in this browser (`viewedVersionName`) or that the
 * service stores (`flowVersionName`), or a file that was opened in this browser. `service`: id of the service that has the flow; absent = that of the page.
 */
const sideKinds = ['flow', 'seen', 'version', 'file'] as const
export interface SideName {
  is: (typeof sideKinds)[number]
  key: string
  service?: string
}

/** "flow:flw_1", "flow@support:flw_1". */
export const sideText = ({ is, key, service }: SideName): string =>
  `${is}${service === undefined ? '' : `@${service}`}:${key}`

/** A viewed version of a flow; without a number the last one. */
export const viewedVersionName = (flow: string, version: number | null): SideName => ({
  is: 'seen',
  key: version === null ? flow : `${flow}@${version}`,
})

/** The flow and the version in a key made by `viewedVersionName` or `flowVersionName`. */
export function viewedVersionIn(key: string): { flow: string; version: number | null } {
  const [, flow, version] = /^(.+)@(\d{1,9})$/.exec(key) ?? []
  return flow === undefined ? { flow: key, version: null } : { flow, version: Number(version) }
}

/** Maximum length of a key. */
const maxKey = 200

/** Null if the text does not name a valid side. */
export function parseSide(text: string | null): SideName | null {
  const at = text?.indexOf(':') ?? -1
  if (text === null || at === -1) return null
  const [[kind, service], key] = [text.slice(0, at).split('@'), text.slice(at + 1)]
  const is = sideKinds.find((one) => one === kind)
  if (is === undefined || key === '' || key.length > maxKey) return null
  return service === undefined || is !== 'flow' ? { is, key } : { is, key, service }
}

/** A comparison of two sides; with only one, the other has to be chosen. */
export function comparePath({ before, after }: { before?: SideName; after?: SideName }): string {
  const query = new URLSearchParams()
  if (before !== undefined) query.set('before', sideText(before))
  if (after !== undefined) query.set('after', sideText(after))
  return `${paths.compare}?${query}`
}

/** A page with one object open beside the list. */
const pathWithParameter = (path: string, name: string, id: string): string =>
  `${path}?${new URLSearchParams({ [name]: id })}`

/** The list of runs with filters and other parameters of its URL. */
export function runsPath(params: Record<string, string> | [string, string][] = {}): string {
  const query = new URLSearchParams({ form: 'list' })
  for (const [name, value] of new URLSearchParams(params)) query.append(name, value)
  return `${paths.runs}?${query}`
}

export const toolPath = (id: string): string => pathWithParameter(paths.tools, 'tool', id)
export const channelPath = (id: string): string => pathWithParameter(paths.channels, 'channel', id)
/** A channel with its form open. */
export const editChannelPath = (id: string): string => `${channelPath(id)}&edit=`
/** A new channel that starts a flow, or that a flow requires under a key. */
export const newChannelPath = (flow: string, key: string | null): string =>
  `${paths.channels}?${new URLSearchParams({ new: '', flow, ...(key === null ? {} : { key }) })}`
export const conversationPath = (id: string): string => pathWithParameter(paths.inbox, 'conversation', id)
/** The conversations of a channel, and its runs. */
export const channelConversationsPath = (id: string): string => pathWithParameter(paths.inbox, 'channel', id)
export const channelRunsPath = (channel: string): string => runsPath({ channel })
/** The runs of one flow, on the page with all filters. */
export const flowRunsPath = (flow: string): string => runsPath({ flow })
/** Why runs of a flow failed lately. */
export const flowFailuresPath = (flow: string): string =>
  `${paths.runs}?${new URLSearchParams({ flow, status: 'failed,timed_out' })}`
export const failedRunsPath = (flow?: string): string =>
  runsPath({ ...(flow !== undefined && { flow }), status: 'failed' })
/** The flows, the tools, the conversations that contain these words. */
export const flowSearchPath = (search: string): string => pathWithParameter(paths.flows, 'search', search)
/** The list of flows with the matches in definitions open. */
export const definitionSearchPath = (search: string): string => `${flowSearchPath(search)}&in=definitions`
/** A flow with the nodes that contain a text. */
export const flowFindPath = (id: string, find: string): string => `${flowPath(id)}?${new URLSearchParams({ find })}`
export const toolSearchPath = (search: string): string => pathWithParameter(paths.tools, 'search', search)
export const conversationSearchPath = (q: string): string => pathWithParameter(paths.inbox, 'q', q)
export const runPath = (run: string): string => runsPath({ run })

export const settingsPath = (section: string): string =>
  paths.settingsSection.replace(':section?', encodeURIComponent(section))

/** The sign-in page, which returns to the requested page. */
export const signInPath = (next: string): string =>
  next === '/' || next === '' ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(next)}`

/** Dummy origin: a path stays on it, a URL of another site does not. */
const someOrigin = 'https://console.invalid'

/** Characters that browsers drop from a URL or read as "/". */
// oxlint-disable-next-line no-control-regex -- control characters are to be found
const rewritten = /[\u0000-\u0020\u007f-\u009f\\]/

/** A path of this console from an untrusted parameter: never a URL of another site, however it is resolved. */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || rewritten.test(next) || !URL.canParse(next, someOrigin))
    return paths.home
  const { origin, pathname, search, hash } = new URL(next, someOrigin)
  return origin === someOrigin && !pathname.startsWith('//') ? pathname + search + hash : paths.home
}

/** The query of the current URL, which may be newer than the rendered one. */
export const currentSearchParams = (): URLSearchParams => new URLSearchParams(location.search)
