/** What goes to the worker that writes a ZIP, and what comes back: one answer for each request, in their order. */

export type ZipRequest =
  /** `handle`: the file on the disk that was chosen; null = the ZIP stays in the browser until it is whole. */
  | { do: 'begin'; handle: FileSystemFileHandle | null; modified: Date }
  | { do: 'add'; name: string; blob: Blob }
  | { do: 'end' }
  /** Nobody wants it any more. */
  | { do: 'abort' }

/** What a manifest says of a file, read off its bytes. */
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
  /** The ZIP has no room for it. */
  | { is: 'full' }
  | { is: 'ended'; blob: Blob | null; bytes: number }
  /** The disk is full, or the file was taken away. */
  | { is: 'broken'; message: string }
