/** Holds open flows and answers questions about them: in a worker, or on the page if there is none. */
import { readFlowBytes } from '#api/request/read-flow-bytes.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { firstPicture, type FirstPicture } from '#canvas/tiles/first-picture.ts'
import type { ChangeMarks } from '#canvas/model/diff-marks.ts'
import { TilePainter } from '#canvas/tiles/tile-painter.ts'
import { isReturned } from '#lib/absent.ts'
import { answerTo, loadAnswers, loadChangePicture } from '#flow-data/questions/answers.ts'
import { cachedDifference, storeComparison } from '#flow-data/compare/difference-cache.ts'
import type { ComparedFlows } from '#flow-data/compare/comparison.ts'
import { flowHead } from '#flow-data/model/flow-head.ts'
import type { FlowReply, FlowRequest, TransferredFlow, Opened } from './flow-messages.ts'
import { MemoizedFlow, isLongLayout, type GraphParts } from '#flow-data/model/memoized-flow.ts'
import { hasForeignTypes, sourceFormatOf } from '#flow/visual-kind/visual-kind.ts'
import type { OpenedVersion } from '#flow-data/versions/open-version.ts'
import type { FlowVersionHead } from './open-flow-version.ts'
import type { TemplateHead } from './open-template.ts'

/** Loaded on demand: a flow of the service needs neither file readers nor comparison. */
const loadDocuments = () => import('./open-documents.ts')
const loadChoices = () => import('./choose-steps.ts')
const loadConsoleFindings = () => import('#flow-data/findings/console-findings.ts')
/** The tables of types of other products are large, and most flows have none of these types. */
const loadForeignKinds = () => import('#flow/visual-kind/foreign-kinds.ts')
const loadStarts = () => import('#flow/graph/starts.ts')
const loadComparison = () => import('#flow-data/compare/comparison.ts')

const waitsForStorage: ReadonlySet<FlowRequest['kind']> = new Set(['ask', 'open seen', 'seen versions'])

type SendReply = (reply: FlowReply, transfer: Transferable[]) => void

/** Declared as a method, whose parameters TypeScript compares bivariantly: each question has its own type of input. */
interface QuestionHandler {
  answer(flow: MemoizedFlow, input: unknown): unknown
}

/** Bitmaps and column buffers, which are transferred without copying. */
function buffersIn(answer: unknown): Transferable[] {
  if (typeof answer !== 'object' || answer === null) return []
  if ('bitmap' in answer && answer.bitmap instanceof ImageBitmap) return [answer.bitmap]
  if (!('transfer' in answer) || !Array.isArray(answer.transfer)) return []
  return answer.transfer.filter((one) => one instanceof ArrayBuffer)
}

/** `metadata`: of the flow, if its entries are not among the parts. */
async function memoizedFlow(parts: GraphParts, metadata?: FlowDetail['metadata']): Promise<MemoizedFlow> {
  if (!hasForeignTypes(parts.nodes)) return new MemoizedFlow(parts)
  const [{ foreignKindsOf }, { entriesOf }] = await Promise.all([loadForeignKinds(), loadStarts()])
  const entries = metadata === undefined ? parts.entries : entriesOf({ ...parts, metadata })
  return new MemoizedFlow({ ...parts, entries }, foreignKindsOf(parts.format ?? ''))
}

const hasSameParts = (a: MemoizedFlow, b: MemoizedFlow): boolean =>
  a.nodes.length === b.nodes.length &&
  a.edges.length === b.edges.length &&
  JSON.stringify([a.nodes, a.edges, a.validation]) === JSON.stringify([b.nodes, b.edges, b.validation])

export class FlowService {
  readonly #send: SendReply
  readonly #flows = new Map<number, MemoizedFlow>()

  constructor(send: SendReply) {
    this.#send = send
  }

  /** Resolves once the next request may be processed. */
  async handle(request: FlowRequest): Promise<void> {
    if (request.kind === 'forget') {
      this.#flows.delete(request.key)
      return
    }
    const replied = this.#reply(request)
    // A request for the browser's storage may wait forever, so others do not wait for it.
    if (!waitsForStorage.has(request.kind)) await replied
  }

  async #reply(request: Exclude<FlowRequest, { kind: 'forget' }>): Promise<void> {
    const { id } = request
    try {
      const answer = await this.#process(request)
      this.#send({ id, is: 'done', answer }, buffersIn(answer))
    } catch (problem) {
      this.#send({ id, is: 'failed', message: problem instanceof Error ? problem.message : String(problem) }, [])
    }
  }

  #process(request: Exclude<FlowRequest, { kind: 'forget' }>): unknown {
    if (request.kind === 'open') return this.#open(request.key, request.bytes, request.previous)
    if (request.kind === 'open template' || request.kind === 'open version') return this.#openDocument(request)
    if (request.kind === 'choose steps')
      return loadChoices().then(({ chooseSteps }) => chooseSteps(new Uint8Array(request.bytes), request.input))
    if (request.kind === 'hold') return this.#hold(request.key, request.parts)
    if (request.kind === 'open seen') return this.#openVersion(request)
    if (request.kind === 'seen versions')
      return loadDocuments().then(({ viewedVersions }) => viewedVersions(request.storageName))
    if (request.kind === 'get ready') return Promise.all([loadDocuments(), loadComparison()]).then(() => null)
    if (request.kind === 'hold compared') return this.#compare(request)
    const flow = this.#flowAt(request.kind === 'hold changes' ? request.from : request.key)
    if (request.kind === 'paint') return this.#paint(flow, request)
    if (request.kind === 'first picture') return this.#firstPicture(flow, request)
    if (request.kind === 'lend') return this.#transfer(flow, request)
    if (request.kind === 'hold changes') return this.#addChanges(flow, request)
    if (request.kind === 'hold again') {
      const { nodes, edges, format, entries } = flow
      return this.#hold(request.as, { nodes, edges, validation: [...request.validation], format, entries })
    }
    return this.#ask(flow, request)
  }

  async #hold(key: number, parts: GraphParts): Promise<null> {
    this.#flows.set(key, await memoizedFlow(parts))
    return null
  }

  async #ask(flow: MemoizedFlow, { question, input }: Extract<FlowRequest, { kind: 'ask' }>): Promise<unknown> {
    const handler: QuestionHandler = { answer: await answerTo(question) }
    return handler.answer(flow, input)
  }

  #flowAt(key: number): MemoizedFlow {
    const flow = this.#flows.get(key)
    if (flow === undefined) throw new Error('The flow is no longer loaded. Reload the page.')
    return flow
  }

  async #addChanges(
    flow: MemoizedFlow,
    { key, of }: Extract<FlowRequest, { kind: 'hold changes' }>,
  ): Promise<ChangeMarks | null> {
    const { changePicture } = await loadChangePicture()
    const compared = cachedDifference(of)
    if (compared === null) return null
    const { parts, changes } = changePicture(flow, compared)
    await this.#hold(key, parts)
    return changes
  }

  async #compare({ of, as, comparing }: Extract<FlowRequest, { kind: 'hold compared' }>): Promise<ComparedFlows> {
    const { compareFlows } = await loadComparison()
    const [before, after] = of
    const comparison = compareFlows(this.#flowAt(before), this.#flowAt(after), comparing)
    const union = await memoizedFlow(comparison.union)
    storeComparison(union, comparison)
    this.#flows.set(as.union, union)
    await this.#hold(as.before, comparison.before)
    await this.#hold(as.after, comparison.after)
    return comparison.summary
  }

  async #openVersion({
    key,
    storageName,
    version,
  }: Extract<FlowRequest, { kind: 'open seen' }>): Promise<OpenedVersion | null> {
    const { openVersion } = await loadDocuments()
    const opened = await openVersion(storageName, version)
    if (opened === null) return null
    await this.#hold(key, opened.parts)
    return opened.head
  }

  async #paint(flow: MemoizedFlow, { port, placement }: Extract<FlowRequest, { kind: 'paint' }>): Promise<null> {
    void new TilePainter(port, await flow.graph(placement))
    return null
  }

  async #firstPicture(
    flow: MemoizedFlow,
    { placement, frame }: Extract<FlowRequest, { kind: 'first picture' }>,
  ): Promise<FirstPicture | null> {
    const layoutInput = flow.layoutInput(placement)
    if (flow.nodes.length === 0 || (layoutInput !== null && isLongLayout(layoutInput, placement))) return null
    const { choices, ...look } = frame
    return firstPicture(await flow.graph(placement), look, choices[flow.effectivePlacement(placement)] ?? null)
  }

  async #transfer(flow: MemoizedFlow, { port, placement }: Extract<FlowRequest, { kind: 'lend' }>): Promise<null> {
    const transferred: TransferredFlow = {
      nodes: flow.nodes,
      edges: flow.edges,
      validation: flow.validation,
      format: flow.format,
      positions: await flow.layout(placement),
    }
    port.postMessage(transferred)
    return null
  }

  async #openDocument({ kind, key, bytes }: Extract<FlowRequest, { kind: 'open template' | 'open version' }>) {
    const { openTemplate, openFlowVersion } = await loadDocuments()
    const { head, parts }: { head: TemplateHead | FlowVersionHead; parts: GraphParts } =
      kind === 'open template' ? openTemplate(new Uint8Array(bytes)) : openFlowVersion(bytes)
    await this.#hold(key, parts)
    return head
  }

  async #open(key: number, bytes: ArrayBuffer, previousKey: number | null): Promise<Opened> {
    const read = await readFlowBytes(bytes)
    if (read.is !== 'answer') return read
    const { body, findings } = read
    if (!isReturned(body, 'validation')) {
      const { foreignFindings } = await loadConsoleFindings()
      body.validation = foreignFindings(body)
    }
    const flow = await memoizedFlow({ ...body, format: sourceFormatOf(body.metadata) }, body.metadata)
    const before = previousKey === null ? undefined : this.#flows.get(previousKey)
    const isSame = before !== undefined && hasSameParts(before, flow)
    if (!isSame) this.#flows.set(key, flow)
    return { is: 'flow', head: flowHead(body), isSame, findings }
  }
}

/** Processes requests one after the other: a question about a flow that is still being opened waits for it. */
export function serveInOrder(send: SendReply): (request: FlowRequest) => void {
  const service = new FlowService(send)
  let last: Promise<void> | null = null
  return (request) => {
    const isFirst = last === null
    last = (last ?? Promise.resolve()).then(() => service.handle(request))
    if (isFirst) void last.then(loadAnswers)
  }
}
