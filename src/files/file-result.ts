/** Results of reading a file. */
import type { ChangedId, DanglingEdge, Requires, Warning } from '#flow/draft.ts'
import type { Refusal, RefusalCode } from '#flow/file/read.ts'
import type { FlowReview } from '#flow/file/review.ts'

/** One flow from a file. */
export interface FileFlow {
  name: string
  /** The format of the file ("n8n"). */
  format: string
  /** For display: groups are frames and do not count as nodes. */
  counts: { nodes: number; edges: number }
  /** The flow as a flow template: JSON in UTF-8, without secrets. A Blob, outside of the page's memory. */
  template: Blob
  /** Warnings of the reader; `node_id` if one concerns a single node. */
  warnings: Warning[]
  changedIds: ChangedId[]
  dangling: DanglingEdge[]
  /** Where secrets were removed: "nodes.<id>.config.headers.authorization". A reference replaces each. */
  redacted: string[]
  requires: Requires
  /** Summary for the user before an import; small even for a large flow. */
  review: FlowReview
  /** Part of a broken file: may be viewed, never imported. */
  isPartial: boolean
}

/** Refusal codes for the file itself or its ZIP, in addition to those for its content. */
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
  /** Flows before the error in a broken file; each `isPartial`. */
  readable?: FileFlow[]
}

export type FileResult = { ok: true; format: string; flows: FileFlow[] } | FileRefusal

/** A ZIP: the result of each file in it, in its order. A file's name begins with the ZIP's: "all.zip/a/b.json". */
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

/** Progress of reading. */
export type FileProgress =
  /** Number of bytes in memory. */
  | { step: 'reading'; bytes: number; of: number }
  | { step: 'parsing' }
  /** Number of files of a ZIP that are done. */
  | { step: 'unpacking'; files: number; of: number }
