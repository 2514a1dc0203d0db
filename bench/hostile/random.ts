/** Deterministic pseudo-random choices, so that a failure can be reproduced. */
import { sized } from '#bench/harness.ts'
export interface Random {
  /** From 0 to `sides` - 1. */
  roll(sides: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

export function seededRandom(start: number): Random {
  let state = start >>> 0
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  return { roll, pick: (list) => list[roll(list.length)] ?? list[0] }
}

/** At most `most` entries of a list, spread evenly. */
export function sampleEvenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return list.filter(
    (_, index) => Math.floor((index * most) / list.length) !== Math.floor(((index - 1) * most) / list.length),
  )
}

/** Processes a list, `width` entries at a time. */
export async function runInParallel<T>(
  list: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...list]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

/** All entries of a list; in a smoke run a few. */
export const sampled = <T>(all: readonly T[]): readonly T[] => sized(all, sampleEvenly(all, 3))
