/** Reads the first pages of a list sequentially. */
import { nextPageStart, type PageStart } from '#api/query/next-page.ts'

interface ListPage<T> {
  results: readonly T[]
  next: string | null
}

/** Rows of at most `maxPages` pages. `isComplete` = these are all rows of the list. */
export async function readPages<T>(
  maxPages: number,
  read: (place: PageStart) => Promise<ListPage<T>>,
): Promise<{ all: T[]; isComplete: boolean }> {
  const all: T[] = []
  let place: PageStart | null = {}
  for (let page = 0; page < maxPages && place !== null; page += 1) {
    const { results, next }: ListPage<T> = await read(place)
    all.push(...results)
    place = nextPageStart(next)
  }
  return { all, isComplete: place === null }
}
