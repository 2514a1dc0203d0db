/**
 * Updates of a flow under load: the definition is replaced again and again while runs start, wait and end, and an audit
 * of the tables afterwards. The ids of a version's nodes contain a word of their own, so that every step of a run names
 * the version that executed it.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { crashFlow } from './flows.ts'
import { call, type Query } from './service.ts'

/** Mean pause in ms between two updates: a run takes more than a second, so that most runs see several. */
const meanPauseMs = 400
/** One time in this many, the version before is restored instead. */
const restoreEvery = 4
/** Pause in ms before an update without a response is sent again. */
const resendDelayMs = 250

const after = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

/** The flow of the crash test whose nodes, except the trigger, have ids with this word. */
export function updatedFlow(upstream: string, word: string): string {
  const renamed = (id: string) => (id === 'in' ? id : `${id}_${word}`)
  const { template } = Template.parse(JSON.parse(crashFlow(upstream)))
  const nodes = template.flow.nodes.map((node) => ({
    ...node,
    id: renamed(node.id),
    config: withWord(node.config, word),
  }))
  const edges = template.flow.edges.map((edge) => ({
    ...edge,
    source: renamed(edge.source),
    target: renamed(edge.target),
  }))
  return JSON.stringify({ template: { ...template, flow: { ...template.flow, nodes, edges } } })
}

const Template = z.looseObject({
  template: z.looseObject({
    flow: z.looseObject({
      nodes: z.array(z.looseObject({ id: z.string(), config: z.looseObject({}) })),
      edges: z.array(z.looseObject({ source: z.string(), target: z.string() })),
    }),
  }),
})

/** Expressions refer to a step before by its id. */
const withWord = (config: object, word: string): object =>
  JSON.parse(JSON.stringify(config).replaceAll('input.left', `input.left_${word}`))

export interface Updates {
  /** Words of the versions that were confirmed as live. */
  confirmed: Set<string>
  restores: number
  resent: number
}

const Flow = z.looseObject({ live_version: z.int() })

/** Updates the flow until `isSending` is false; an update without a response is sent again. */
export async function updateRepeatedly(
  urls: readonly string[],
  key: string,
  { flow, upstream }: { flow: string; upstream: string },
  isSending: () => boolean,
): Promise<Updates> {
  const updates: Updates = { confirmed: new Set(), restores: 0, resent: 0 }
  for (let index = 1; isSending(); index += 1) {
    const word = randomUUID().slice(0, 8)
    const url = urls[index % urls.length] ?? ''
    const send = async () => {
      if (index % restoreEvery !== 0) {
        await call(url, key, 'PUT', `/flow/${flow}/template/`, updatedFlow(upstream, word))
        updates.confirmed.add(word)
        return
      }
      const { live_version: live } = Flow.parse(await call(url, key, 'GET', `/flow/${flow}/`))
      await call(url, key, 'POST', `/flow/${flow}/versions/${live - 1}/live/`, '{}')
      updates.restores += 1
    }
    for (let isDone = false; !isDone && isSending();) {
      isDone = await send().then(
        () => true,
        () => false,
      )
      if (isDone) continue
      updates.resent += 1
      await after(resendDelayMs)
    }
    await after(Math.random() * 2 * meanPauseMs)
  }
  return updates
}

export interface UpdateFindings {
  /** Confirmed updates that no version has. */
  lost: number
  /** Updates from a file that are several versions. */
  double: number
  /** Runs with a step of another version than their own. */
  mixed: number
  /** Runs that succeeded without some step of their version. */
  incomplete: number
  /** Gaps and repetitions in the numbers of versions. */
  gaps: number
  /** Versions that cannot be read, and a live version that differs from the flow. */
  unreadable: number
  /** Runs per version that the lists count, and do not exist, or the other way round. */
  miscounted: number
  versions: number
  /** Versions that runs used. */
  used: number
}

const Version = z.looseObject({ number: z.int(), source: z.looseObject({ kind: z.string() }), runs: z.int() })
const Versions = z.looseObject({ results: z.array(Version), next: z.string().nullable() })
const Document = z.looseObject({ nodes: z.array(z.looseObject({ id: z.string() })) })
const Run = z.object({ id: z.string(), number: z.int(), status: z.string(), nodes: z.array(z.string()) })

const wordOf = (nodes: readonly string[]): string => nodes.map((id) => id.split('_')[1] ?? '').find(Boolean) ?? ''

/** Reads every version through the API of a running service. */
export async function readVersions(
  url: string,
  key: string,
  flow: string,
): Promise<{ number: number; kind: string; runs: number; nodes: string[] | null }[]> {
  const versions: z.infer<typeof Version>[] = []
  for (let path: string | null = `/flow/${flow}/versions/?limit=100`; path !== null;) {
    const { results, next } = Versions.parse(await call(url, key, 'GET', path))
    versions.push(...results)
    path = next === null ? null : next.slice(next.indexOf('/flow/'))
  }
  return Promise.all(
    versions.map(async ({ number, source, runs }) => {
      const found = await call(url, key, 'GET', `/flow/${flow}/versions/${number}/`).catch(() => null)
      const nodes = found === null ? null : Document.parse(found).nodes.map(({ id }) => id)
      return { number, kind: source.kind, runs, nodes }
    }),
  )
}

type ReadVersion = Awaited<ReturnType<typeof readVersions>>[number]

/** Counts violations. `live`: ids of the nodes of the flow itself. */
export async function updateFindings(
  query: Query,
  { flow, versions, confirmed }: { flow: string; versions: readonly ReadVersion[]; confirmed: ReadonlySet<string> },
): Promise<UpdateFindings> {
  const rows = await query(`select r.id, r.flow_version as number, r.status,
      coalesce((select json_agg(distinct s.node_id) from run_step s where s.account_id = r.account_id and s.run_id = r.id), '[]') as nodes
    from run r where r.flow_id = '${flow}' and not r.is_test`)
  const runs = rows.map((row) => Run.parse(row))
  const byNumber = new Map(versions.map((version) => [version.number, version]))
  const ofFiles = versions.filter(({ kind }) => kind === 'file').map(({ nodes }) => wordOf(nodes ?? []))
  const known = new Set(ofFiles)
  const ended = new Map<number, number>()
  for (const { number } of runs) ended.set(number, (ended.get(number) ?? 0) + 1)
  const nodesOf = ({ number }: { number: number }): readonly string[] => byNumber.get(number)?.nodes ?? []
  return {
    lost: [...confirmed].filter((word) => !known.has(word)).length,
    double: ofFiles.length - known.size,
    mixed: runs.filter((run) => run.nodes.some((id) => !nodesOf(run).includes(id))).length,
    incomplete: runs.filter((run) => run.status === 'succeeded' && nodesOf(run).some((id) => !run.nodes.includes(id)))
      .length,
    gaps: versions.filter(({ number }, index) => number !== versions.length - index).length,
    unreadable: versions.filter(({ nodes }) => nodes === null).length,
    miscounted: versions.filter(({ number, runs: counted }) => counted !== (ended.get(number) ?? 0)).length,
    versions: versions.length,
    used: ended.size,
  }
}

/**
 * Plants the fault of a service that moves open runs to the new version, which the same audit must find. To be called
 * while no service runs.
 */
export async function plantMixture(query: Query): Promise<void> {
  await query(`create or replace function bench_mix() returns trigger language plpgsql as
    'begin update run set flow_version = new.live_version where flow_id = new.id and finished_at is null; return new; end'`)
  await query('drop trigger if exists bench_mix on flow')
  await query(`create trigger bench_mix after update of live_version on flow for each row
    when (new.live_version <> old.live_version) execute function bench_mix()`)
}
