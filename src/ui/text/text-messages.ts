/** What the page and the worker that holds a long text say to each other. */
import type { TextMatch } from './text-lines.ts'

/** `json` = laid out again with a value a line, where it is JSON. */
export type TextForm = 'as it is' | 'json'

export type TextRequest =
  /** Comes first and once. */
  | { kind: 'open'; blob: Blob; form: TextForm }
  | { kind: 'lines'; from: number; to: number }
  | { kind: 'find'; wanted: string }

export type TextAnswer =
  | { kind: 'open'; count: number; longest: number }
  | { kind: 'lines'; from: number; lines: string[] }
  | { kind: 'find'; wanted: string; found: TextMatch }
