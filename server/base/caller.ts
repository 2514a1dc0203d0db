import type { Role } from '#contract/account.ts'

/** Who calls, once signed in. */
export interface Caller {
  kind: 'person' | 'key'
  id: string
  name: string
  email: string | null
  account: string
  role: Role
  scopes: readonly ('read' | 'write')[]
}
