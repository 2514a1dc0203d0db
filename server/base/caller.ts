import type { Role } from '#contract/account.ts'

/** An authenticated caller. */
export interface Caller {
  kind: 'person' | 'key'
  id: string
  name: string
  email: string | null
  account: string
  role: Role
  scopes: readonly ('read' | 'write')[]
}
