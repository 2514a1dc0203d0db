/** Messages to and from the worker that writes a ZIP: one reply for each request, in order. */

export type ZipRequest =
  /** `handle`: the chosen file on disk; null = the ZIP stays in the browser until it is complete. */
  | { do: 'begin'; handle: FileSystemFileHandle | null; modified: Date }
  | { do: 'add'; name: string; blob: Blob }
  | { do: 'end' }
  | { do: 'abort' }

/** Facts about a file for the manifest, computed from its bytes. */
export interface EntryFacts {
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
  nodes: number | null
  edges: number | null
}

export type ZipAnswer =
  | { is: 'begun' | 'aborted' }
  | { is: 'added'; entry: EntryFacts }
  /** The ZIP has reached its maximum size. */
  | { is: 'full' }
  | { is: 'ended'; blob: Blob | null; bytes: number }
  /** The ZIP cannot be written, for example because the disk is full. */
  | { is: 'broken'; message: string }
