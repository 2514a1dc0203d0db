/** Messages between the page and the worker that holds a long text. */
import type { TextMatch } from './text-lines.ts'

/** `json` = reformatted with one value per line, if it is JSON. */
export type TextForm = 'as it is' | 'json'

export type TextRequest =
  /** First message, sent once. */
  | { kind: 'open'; blob: Blob; form: TextForm }
  | { kind: 'lines'; from: number; to: number }
  | { kind: 'find'; searchText: string }

export type TextAnswer =
  | { kind: 'open'; count: number; longest: number }
  | { kind: 'lines'; from: number; lines: string[] }
  | { kind: 'find'; searchText: string; matches: TextMatch }
