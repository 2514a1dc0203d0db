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

type Rival = (one: Asked, asking: Asked) => boolean

/** Each is a part of the one before; of its size, each leaves one thread more to the others than that. */
const rivals: readonly Rival[] = [
  () => true,
  (one, asking) => isSlow(one) && isSlow(asking),
  (one, asking) => isCode(one) && isCode(asking),
  (one, asking) => one.owner?.account === asking.owner?.account,
  (one, asking) => one.owner?.flow === asking.owner?.flow,
]

/** Threads with which every rule leaves one to whom it is for. */
export const fewestThreads = rivals.length + 1

/** Whether a call may begin beside those that are under way. In a pool that is smaller than that, one of each may. */
export function mayBegin(asking: Asked, busy: readonly Asked[], size: number): boolean {
  let left = busy
  return rivals.every((isRival, others) => {
    left = left.filter((one) => isRival(one, asking))
    return left.length < Math.max(1, size - others)
  })
}
