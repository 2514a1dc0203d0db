import type { NodeKind } from '#flow/node-kind.ts'
import { kindOf } from './kind-tile.tsx'

/** The word for a node's kind; an unknown type is called by its own name. */
export const kindWord = (kind: NodeKind, type: string): string => kindOf(kind === 'unknown' ? type : kind).word
