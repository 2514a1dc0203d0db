/** An open flow on the page: a handle to the worker that holds it. The worker is created with the first flow. */
import { startWorker } from '#lib/start-worker.ts'
import type { ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { FirstPicture, PictureFrame } from '#canvas/tiles/first-picture.ts'
import type { Placement } from '#canvas/model/placement.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import type { UnreadableResponse } from '#api/request/read-bytes.ts'
import type { Finding } from '#contract/flow.ts'
import type { FlowQuestionAnswer, FlowQuestionInput, FlowQuestion } from './questions/answers.ts'
import type { SceneAnswer } from './questions/ask-scene.ts'
import type { ViewedKey } from './compare/difference-cache.ts'
import type { ComparedFlows, ComparisonOptions } from './compare/comparison.ts'
import type { ChosenSteps } from './worker/choose-steps.ts'
import type { ChoiceInput, FlowReply, FlowRequest, Opened } from './worker/flow-messages.ts'
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from './worker/flow-worker.ts?worker&url'
import type { FlowHead } from './model/flow-head.ts'
import { FlowDataLost, notifyFlowsLost } from './flows-lost.ts'
import type { OpenedVersion } from './versions/open-version.ts'
import type { ViewedVersion } from './versions/version-store.ts'
import type { FlowVersionHead } from './worker/open-flow-version.ts'
import type { TemplateHead } from './worker/open-template.ts'

/** Declared as methods, whose parameters TypeScript compares bivariantly: each request has its own type of answer. */
interface PendingRequest {
  resolve(answer: unknown): void
  reject(problem: Error): void
}

/** Holds the flows: in a worker, or on the page itself. */
interface FlowHost {
  post: (request: FlowRequest, transfer: Transferable[]) => void
  /** Whether flows are held off the main thread. */
  isWorker: boolean
}

type Request = FlowRequest extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

class FlowClient {
  readonly #pending = new Map<number, PendingRequest>()
  #host: FlowHost | null = null
  #lastId = 0

  get isWorker(): boolean {
    return this.#start().isWorker
  }

  /** Starts the worker ahead of the first flow. */
  prepare(): void {
    this.#start()
  }

  request<T>(request: Request, transfer: Transferable[] = []): Promise<T> {
    const id = ++this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve: (answer: T) => resolve(answer), reject })
      this.#start().post({ ...request, id }, transfer)
    })
  }

  /** Sends a request and ignores the answer. */
  send(request: Request, transfer: Transferable[] = []): void {
    this.request(request, transfer).catch(() => null)
  }

  forget(key: number): void {
    this.#host?.post({ kind: 'forget', key }, [])
  }

  #start(): FlowHost {
    this.#host ??= this.#startWorker()
    return this.#host
  }

  #startWorker(): FlowHost {
    const worker = startWorker(workerUrl)
    // Some company policies forbid workers.
    if (worker === null) return this.#startInPage()
    worker.addEventListener('message', ({ data }: MessageEvent<FlowReply>) => this.#handleReply(data))
    worker.addEventListener('error', () => {
      worker.terminate()
      this.#host = null
      for (const pending of this.#pending.values()) pending.reject(new FlowDataLost('The flow is no longer loaded.'))
      this.#pending.clear()
      notifyFlowsLost()
    })
    return { isWorker: true, post: (request, transfer) => worker.postMessage(request, transfer) }
  }

  #startInPage(): FlowHost {
    const service = import('./worker/serve-flows.ts').then(({ serveInOrder }) =>
      serveInOrder((reply) => this.#handleReply(reply)),
    )
    const post = (request: FlowRequest) => {
      void service.then((handle) => handle(request))
    }
    return { isWorker: false, post }
  }

  #handleReply(reply: FlowReply): void {
    const pending = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (reply.is === 'done') pending?.resolve(reply.answer)
    else pending?.reject(new Error(reply.message))
  }
}

const client = new FlowClient()
let lastKey = 0

/** Releases a flow once the page no longer references it. */
const registry = new FinalizationRegistry<number>((key) => client.forget(key))

/** Handle to a flow that is held elsewhere. The same object means the same nodes and edges. */
export class FlowData {
  /** Unique in this page: part of query keys. */
  readonly key: number
  #prepared: { placement: Placement; scene: Promise<SceneAnswer> } | null = null

  constructor(key: number) {
    this.key = key
    registry.register(this, key)
  }

  /** Rejects with FlowDataLost if the worker has ended, with an Error if the question failed. */
  ask<Q extends FlowQuestion>(question: Q, input: FlowQuestionInput<Q>): Promise<FlowQuestionAnswer<Q>> {
    return client.request<FlowQuestionAnswer<Q>>({ kind: 'ask', key: this.key, question, input })
  }

  /** Starts drawing the flow before it is requested. */
  prepare(placement: Placement): void {
    const scene = this.#askScene(placement)
    scene.catch(() => null)
    this.#prepared = { placement, scene }
  }

  /** The data for the canvas, or the graph that has to be laid out first; rejects like `ask`. */
  scene(placement: Placement): Promise<SceneAnswer> {
    const prepared = this.#prepared
    this.#prepared = null
    return prepared?.placement === placement ? prepared.scene : this.#askScene(placement)
  }

  /** The first picture of the flow, for a page without a canvas; null if the flow is empty or the layout takes long. */
  firstPicture(frame: PictureFrame): Promise<FirstPicture | null> {
    return client.request<FirstPicture | null>({ kind: 'first picture', key: this.key, placement: 'given', frame })
  }

  #askScene(placement: Placement): Promise<SceneAnswer> {
    return this.ask('scene', { placement, mayWait: !client.isWorker })
  }

  /** Sends the flow and its layout as a `TransferredFlow` through the port. Rejects like `ask`. */
  sendTo(port: MessagePort, placement: Placement): Promise<void> {
    return client.request<void>({ kind: 'lend', key: this.key, placement, port }, [port])
  }

  /** The same nodes and edges with other findings. */
  withFindings(validation: readonly Finding[]): FlowData {
    const as = ++lastKey
    client.send({ kind: 'hold again', key: this.key, as, validation })
    return new FlowData(as)
  }

  /** This flow with the parts removed since a viewed version, and the changes; null if the changes are unknown. */
  async withChanges(of: ViewedKey): Promise<{ data: FlowData; changes: ChangeMarks } | null> {
    const key = ++lastKey
    const changes = await client.request<ChangeMarks | null>({ kind: 'hold changes', key, from: this.key, of })
    return changes === null ? null : { data: new FlowData(key), changes }
  }

  /** A port that takes `TileRequest` and returns `TileAnswer`. */
  paint(placement: Placement): MessagePort {
    const { port1, port2 } = new MessageChannel()
    client.send({ kind: 'paint', key: this.key, placement, port: port2 }, [port2])
    return port1
  }
}

/** Whether flows are held off the main thread; if not, large flows are slow, which the page reports. */
export const isOffMainThread = (): boolean => client.isWorker

/** Starts the worker before the first flow is opened. */
export const prepareFlowData = (): void => client.prepare()

/** Loads the code that opens files and compares flows; rejects if part of it fails to load. */
export const prepareComparing = (): Promise<null> => client.request<null>({ kind: 'get ready' })

export type OpenedFlow =
  | UnreadableResponse
  | { is: 'flow'; head: FlowHead; data: FlowData; findings: DialectFindings | null }

/** Default placement of a flow. */
const defaultPlacement = ({ hasPositions }: Pick<FlowHead, 'hasPositions'>): Placement =>
  hasPositions ? 'given' : 'auto'

/**
 * Opens the body of a response. `data` is `previous` if nodes, edges and findings are the same. `onSent` may send a request
 * that is answered first, while the framework starts.
 */
export async function openFlowData(
  bytes: ArrayBuffer,
  previous: FlowData | null,
  onSent?: (data: FlowData) => void,
): Promise<OpenedFlow> {
  const key = ++lastKey
  const data = new FlowData(key)
  const request = client.request<Opened>({ kind: 'open', key, bytes, previous: previous?.key ?? null }, [bytes])
  onSent?.(data)
  const opened = await request
  if (opened.is !== 'flow') return opened
  const { head, isSame, findings } = opened
  if (isSame && previous !== null) return { is: 'flow', head, data: previous, findings }
  // Drawing has priority over all other requests about the flow.
  data.prepare(defaultPlacement(head))
  return { is: 'flow', head, data, findings }
}

/** Opens a document from its bytes, which are transferred. Rejects with an Error that explains why it is invalid. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the kind decides the type of the reply
async function openDocument<Head extends TemplateHead | FlowVersionHead>(
  kind: 'open template' | 'open version',
  bytes: ArrayBuffer,
): Promise<{ head: Head; data: FlowData }> {
  const key = ++lastKey
  const head = await client.request<Head>({ kind, key, bytes }, [bytes])
  return { head, data: new FlowData(key) }
}

/** Opens a flow template. Rejects like `openDocument`. */
export async function openTemplateData(bytes: ArrayBuffer): Promise<{ head: TemplateHead; data: FlowData }> {
  const opened = await openDocument<TemplateHead>('open template', bytes)
  opened.data.prepare(defaultPlacement(opened.head))
  return opened
}

/** Opens the response with a version of a flow. Rejects like `openDocument`. */
export const openFlowVersionData = (bytes: ArrayBuffer): Promise<{ head: FlowVersionHead; data: FlowData }> =>
  openDocument<FlowVersionHead>('open version', bytes)

/** Applies choices to a flow template, whose bytes are transferred. Rejects with an Error if it is invalid. */
export const chooseStepsOf = (bytes: ArrayBuffer, input: ChoiceInput): Promise<ChosenSteps> =>
  client.request<ChosenSteps>({ kind: 'choose steps', bytes, input }, [bytes])

/**
 * Opens a version of a flow that was viewed in this browser, or the last one (null), by its storage name; null if it is
 * not stored.
 */
export async function openVersionData(
  storageName: string,
  version: number | null,
): Promise<{ head: OpenedVersion; data: FlowData } | null> {
  const key = ++lastKey
  const head = await client.request<OpenedVersion | null>({ kind: 'open seen', key, storageName, version })
  return head === null ? null : { head, data: new FlowData(key) }
}

/** The versions of a flow that were viewed in this browser, last one first. */
export const viewedVersionsOf = (storageName: string): Promise<ViewedVersion[]> =>
  client.request<ViewedVersion[]>({ kind: 'seen versions', storageName })

/** Two compared flows: their union, and each of them as it was compared. */
export interface ComparedData {
  summary: ComparedFlows
  union: FlowData
  before: FlowData
  after: FlowData
}

/** Compares two flows in the worker that holds them. Rejects like `ask`. */
export async function compareFlowData(
  before: FlowData,
  after: FlowData,
  comparing: ComparisonOptions,
): Promise<ComparedData> {
  const as = { union: ++lastKey, before: ++lastKey, after: ++lastKey }
  const of: [number, number] = [before.key, after.key]
  const summary = await client.request<ComparedFlows>({ kind: 'hold compared', of, as, comparing })
  return { summary, union: new FlowData(as.union), before: new FlowData(as.before), after: new FlowData(as.after) }
}
