/** Reads the first pages of a list sequentially. */
import { placeOfNext, type PagePlace } from '#api/query/next-page.ts'

interface ListPage<T> {
  results: readonly T[]
  next: string | null
}

/** Rows of at most `maxPages` pages. `isWhole` = these are all rows of the list. */
export async function readPages<T>(
  maxPages: number,
  read: (place: PagePlace) => Promise<ListPage<T>>,
): Promise<{ all: T[]; isWhole: boolean }> {
  const all: T[] = []
  let place: PagePlace | null = {}
  for (let page = 0; page < maxPages && place !== null; page += 1) {
    const { results, next }: ListPage<T> = await read(place)
    all.push(...results)
    place = placeOfNext(next)
  }
  return { all, isWhole: place === null }
}
