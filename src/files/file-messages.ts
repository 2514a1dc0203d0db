/** Messages to and from the worker that reads files. */
import type { FileProgress, FileResult } from './file-result.ts'

export interface FileRequest {
  file: File
  /** In a ZIP: number of files that are already processed. */
  from: number
}

export type FileReply =
  /** The worker's script has loaded. */
  | { is: 'ready' }
  | { is: 'progress'; progress: FileProgress }
  /** A file of a ZIP is started; the worker may crash on it. */
  | { is: 'begun'; name: string }
  | { is: 'entry'; result: FileResult }
  /** All files of the ZIP were sent. */
  | { is: 'unpacked' }
  | { is: 'done'; result: FileResult }
