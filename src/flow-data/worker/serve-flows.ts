/** Holds open flows and answers questions about them: in a worker, or on the page if there is none. */
import { readFlowBytes } from '#api/request/read-flow-bytes.ts'
import { firstPicture, type FirstPicture } from '#canvas/tiles/first-picture.ts'
import type { ChangeMarks } from '#canvas/model/diff-marks.ts'
import { TilePainter } from '#canvas/tiles/tile-painter.ts'
import { isGiven } from '#lib/absent.ts'
import { answerTo, loadAnswers, loadChangePicture } from '#flow-data/questions/answers.ts'
import { cachedDifference, keepComparison } from '#flow-data/compare/difference-cache.ts'
import type { ComparedFlows } from '#flow-data/compare/comparison.ts'
import { flowHead } from '#flow-data/model/flow-head.ts'
import type { FlowReply, FlowRequest, LentFlow, Opened } from './flow-messages.ts'
import { MemoizedFlow, isLongLayout } from '#flow-data/model/memoized-flow.ts'
import type { OpenedVersion } from '#flow-data/versions/open-version.ts'
import type { TemplateHead } from './open-template.ts'

/** Loaded on demand: a flow of the service needs neither file readers nor comparison. */
const loadTemplates = () => import('./open-template.ts')
const loadOwnFindings = () => import('#flow-data/findings/console-findings.ts')
const loadSeen = () => import('#flow-data/versions/open-version.ts')
const loadComparison = () => import('#flow-data/compare/comparison.ts')

const waitsForStorage: ReadonlySet<FlowRequest['kind']> = new Set(['ask', 'open seen', 'seen versions'])

type Say = (reply: FlowReply, transfer: Transferable[]) => void

/** Declared as a method, whose parameters TypeScript compares bivariantly: each question has its own type of input. */
interface Answering {
  answer(held: MemoizedFlow, input: unknown): unknown
}

/** Bitmaps and column buffers, which are transferred without copying. */
function buffersIn(answer: unknown): Transferable[] {
  if (typeof answer !== 'object' || answer === null) return []
  if ('bitmap' in answer && answer.bitmap instanceof ImageBitmap) return [answer.bitmap]
  if (!('transfer' in answer) || !Array.isArray(answer.transfer)) return []
  return answer.transfer.filter((one) => one instanceof ArrayBuffer)
}

const sameParts = (a: MemoizedFlow, b: MemoizedFlow): boolean =>
  a.nodes.length === b.nodes.length &&
  a.edges.length === b.edges.length &&
  JSON.stringify([a.nodes, a.edges, a.validation]) === JSON.stringify([b.nodes, b.edges, b.validation])

export class FlowService {
  readonly #say: Say
  readonly #held = new Map<number, MemoizedFlow>()

  constructor(say: Say) {
    this.#say = say
  }

  /** Resolves once the next request may be processed. */
  async take(request: FlowRequest): Promise<void> {
    if (request.kind === 'forget') {
      this.#held.delete(request.key)
      return
    }
    const replied = this.#reply(request)
    // A request for the browser's storage may wait forever, so others do not wait for it.
    if (!waitsForStorage.has(request.kind)) await replied
  }

  async #reply(request: Exclude<FlowRequest, { kind: 'forget' }>): Promise<void> {
    const { id } = request
    try {
      const answer = await this.#answer(request)
      this.#say({ id, is: 'done', answer }, buffersIn(answer))
    } catch (problem) {
      this.#say({ id, is: 'failed', message: problem instanceof Error ? problem.message : String(problem) }, [])
    }
  }

  #answer(request: Exclude<FlowRequest, { kind: 'forget' }>): unknown {
    if (request.kind === 'open') return this.#open(request.key, request.bytes, request.like)
    if (request.kind === 'open template') return this.#openTemplate(request)
    if (request.kind === 'hold') {
      this.#held.set(request.key, new MemoizedFlow(request.parts))
      return null
    }
    if (request.kind === 'open seen') return this.#openSeen(request)
    if (request.kind === 'seen versions') return loadSeen().then(({ viewedVersions }) => viewedVersions(request.seen))
    if (request.kind === 'get ready')
      return Promise.all([loadTemplates(), loadSeen(), loadComparison()]).then(() => null)
    if (request.kind === 'hold compared') return this.#compare(request)
    const held = this.#heldAt(request.kind === 'hold changes' ? request.from : request.key)
    if (request.kind === 'paint') return this.#paint(held, request)
    if (request.kind === 'first picture') return this.#firstPicture(held, request)
    if (request.kind === 'lend') return this.#lend(held, request)
    if (request.kind === 'hold changes') return this.#holdChanges(held, request)
    if (request.kind === 'hold again') {
      const { nodes, edges } = held
      this.#held.set(request.as, new MemoizedFlow({ nodes, edges, validation: [...request.validation] }))
      return null
    }
    return this.#ask(held, request)
  }

  async #ask(held: MemoizedFlow, { question, input }: Extract<FlowRequest, { kind: 'ask' }>): Promise<unknown> {
    const answering: Answering = { answer: await answerTo(question) }
    return answering.answer(held, input)
  }

  #heldAt(key: number): MemoizedFlow {
    const held = this.#held.get(key)
    if (held === undefined) throw new Error('The flow is no longer loaded. Reload the page.')
    return held
  }

  async #holdChanges(
    held: MemoizedFlow,
    { key, of }: Extract<FlowRequest, { kind: 'hold changes' }>,
  ): Promise<ChangeMarks | null> {
    const { changePicture } = await loadChangePicture()
    const compared = cachedDifference(of)
    if (compared === null) return null
    const { parts, changes } = changePicture(held, compared)
    this.#held.set(key, new MemoizedFlow(parts))
    return changes
  }

  async #compare({ of, as, comparing }: Extract<FlowRequest, { kind: 'hold compared' }>): Promise<ComparedFlows> {
    const { compareFlows } = await loadComparison()
    const [before, after] = of
    const comparison = compareFlows(this.#heldAt(before), this.#heldAt(after), comparing)
    const union = new MemoizedFlow(comparison.union)
    keepComparison(union, comparison)
    this.#held.set(as.union, union)
    this.#held.set(as.before, new MemoizedFlow(comparison.before))
    this.#held.set(as.after, new MemoizedFlow(comparison.after))
    return comparison.told
  }

  async #openSeen({ key, seen, version }: Extract<FlowRequest, { kind: 'open seen' }>): Promise<OpenedVersion | null> {
    const { openVersion } = await loadSeen()
    const opened = await openVersion(seen, version)
    if (opened === null) return null
    this.#held.set(key, new MemoizedFlow(opened.parts))
    return opened.head
  }

  async #paint(held: MemoizedFlow, { port, placement }: Extract<FlowRequest, { kind: 'paint' }>): Promise<null> {
    void new TilePainter(port, await held.graph(placement))
    return null
  }

  async #firstPicture(
    held: MemoizedFlow,
    { placement, frame }: Extract<FlowRequest, { kind: 'first picture' }>,
  ): Promise<FirstPicture | null> {
    const toLayOut = held.toLayOut(placement)
    if (held.nodes.length === 0 || (toLayOut !== null && isLongLayout(toLayOut, placement))) return null
    return firstPicture(await held.graph(placement), frame)
  }

  async #lend(held: MemoizedFlow, { port, placement }: Extract<FlowRequest, { kind: 'lend' }>): Promise<null> {
    const lent: LentFlow = {
      nodes: held.nodes,
      edges: held.edges,
      validation: held.validation,
      laid: await held.layout(placement),
    }
    port.postMessage(lent)
    return null
  }

  async #openTemplate({ key, bytes }: Extract<FlowRequest, { kind: 'open template' }>): Promise<TemplateHead> {
    const { openTemplate } = await loadTemplates()
    const { head, parts } = openTemplate(new Uint8Array(bytes))
    this.#held.set(key, new MemoizedFlow(parts))
    return head
  }

  async #open(key: number, bytes: ArrayBuffer, like: number | null): Promise<Opened> {
    const read = await readFlowBytes(bytes)
    if (read.is !== 'answer') return read
    const { answer, findings } = read
    if (!isGiven(answer, 'validation')) {
      const { foreignFindings } = await loadOwnFindings()
      answer.validation = foreignFindings(answer)
    }
    const held = new MemoizedFlow(answer)
    const before = like === null ? undefined : this.#held.get(like)
    const isSame = before !== undefined && sameParts(before, held)
    if (!isSame) this.#held.set(key, held)
    return { is: 'flow', head: flowHead(answer), isSame, findings }
  }
}

/** Processes requests one after the other: a question about a flow that is still being opened waits for it. */
export function takesInTurn(say: Say): (request: FlowRequest) => void {
  const service = new FlowService(say)
  let last: Promise<void> | null = null
  return (request) => {
    const isFirst = last === null
    last = (last ?? Promise.resolve()).then(() => service.take(request))
    if (isFirst) void last.then(loadAnswers)
  }
}
