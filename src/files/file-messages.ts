/** What goes to the worker that reads files, and what comes back. */
import type { FileProgress, FileResult } from './file-result.ts'

export interface FileRequest {
  file: File
  /** In a ZIP: how many of its files are done with already. */
  from: number
}

export type FileReply =
  /** The worker's script has come. */
  | { is: 'ready' }
  | { is: 'progress'; progress: FileProgress }
  /** A file of a ZIP is begun; the worker may break over it. */
  | { is: 'begun'; name: string }
  | { is: 'entry'; result: FileResult }
  /** All files of the ZIP were given. */
  | { is: 'unpacked' }
  | { is: 'done'; result: FileResult }
