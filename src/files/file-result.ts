/** What becomes of a file that somebody has. */
import type { ChangedId, DanglingEdge, Requires, Warning } from '#flow/draft.ts'
import type { Refusal, RefusalCode } from '#flow/file/read.ts'
import type { FlowReview } from '#flow/file/review.ts'

/** One flow out of a file. */
export interface FileFlow {
  name: string
  /** The format that it was read as ("n8n"). */
  format: string
  /** As people count them: groups are frames, and no nodes. */
  counts: { nodes: number; edges: number }
  /** The flow as a flow template: JSON in UTF-8, without secrets. Bytes outside of the page's own memory. */
  template: Blob
  /** What a person should know of the reading; `node_id` where it is about one node. */
  warnings: Warning[]
  changedIds: ChangedId[]
  dangling: DanglingEdge[]
  /** Where a secret lay: "nodes.<id>.config.headers.authorization". A reference stands there now. */
  redacted: string[]
  requires: Requires
  /** What a person looks at before it is imported; small, whatever the flow. */
  review: FlowReview
  /** Only a part of a broken file: to be looked at, never to be sent. */
  isPartial: boolean
}

/** Reasons beside those of a file's content: the file itself, or the ZIP that it lies in. */
export type FileProblemCode =
  | 'unreadable'
  | 'changed'
  | 'out-of-memory'
  | 'zip-damaged'
  | 'zip-encrypted'
  | 'zip-limit'
  | 'zip-method'
  | 'zip-name'
  | 'zip-nested'

export interface FileRefusal extends Omit<Refusal, 'code'> {
  code: RefusalCode | FileProblemCode
  /** What could be read before the place where the file is broken; each `isPartial`. */
  readable?: FileFlow[]
}

export type FileResult = { ok: true; format: string; flows: FileFlow[] } | FileRefusal

/** A ZIP: what became of each file in it, in the order of its list. A file's name begins with the ZIP's: "all.zip/a/b.json". */
export interface ArchiveResult {
  ok: true
  format: 'zip'
  entries: { name: string; result: FileResult }[]
}

export const refuseFile = (code: FileRefusal['code'], message: string): FileRefusal => ({ ok: false, code, message })

export const unreadableFile = (): FileRefusal =>
  refuseFile(
    'unreadable',
    'The file could not be read. It may be a folder, or it was moved or changed. Choose it again.',
  )

/** How far reading is. */
export type FileProgress =
  /** So many bytes of the file are in memory. */
  | { step: 'reading'; bytes: number; of: number }
  /** Its content is being understood. */
  | { step: 'parsing' }
  /** So many files of a ZIP are done with. */
  | { step: 'unpacking'; files: number; of: number }
