/**
 * Whose turn it is at the threads of a pool. What may take long leaves threads to what is over soon, and code, which may take a
 * minute, leaves one to other accounts and one to other flows of its account: a loop without end holds up nobody but its own flow.
 */

/** How long a call may take: "brief" some milliseconds, "expression" a second, "code" a minute. */
export type Length = 'brief' | 'expression' | 'code'

export interface Asked {
  length: Length
  /** Null where no flow asks: somebody checks a source or tries a tool. */
  owner: { account: string; flow: string } | null
}

const isSlow = ({ length }: Asked): boolean => length !== 'brief'
const isCode = ({ length }: Asked): boolean => length === 'code'
const isOfAccount = ({ owner }: Asked, account: string | undefined): boolean => owner?.account === account
const isOfFlow = ({ owner }: Asked, flow: string | undefined): boolean => owner?.flow === flow

/** Threads by which each rule keeps below the size of the pool, the weakest first. */
const rules: readonly { left: number; concerns: (one: Asked, asking: Asked) => boolean }[] = [
  { left: 0, concerns: () => true },
  { left: 1, concerns: (one, asking) => isSlow(asking) && isSlow(one) },
  { left: 2, concerns: (one, asking) => isCode(asking) && isCode(one) },
  { left: 3, concerns: (one, asking) => isCode(asking) && isCode(one) && isOfAccount(one, asking.owner?.account) },
  {
    left: 4,
    concerns: (one, asking) =>
      isCode(asking) && isCode(one) && isOfAccount(one, asking.owner?.account) && isOfFlow(one, asking.owner?.flow),
  },
]

/** Threads with which every rule leaves one to whom it is for. */
export const fewestThreads = rules.length + 1

/** Whether a call may begin beside those that are under way. In a pool that is smaller than that, one of each may. */
export const mayBegin = (asking: Asked, busy: readonly Asked[], size: number): boolean =>
  rules.every(({ left, concerns }) => busy.filter((one) => concerns(one, asking)).length < Math.max(1, size - left)) &&
  busy.length < size
