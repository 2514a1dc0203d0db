import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FlowDetail } from '#contract/flow.ts'
import type { FlowSearch } from '#flow/find.ts'
import { findAsked, withFind } from './flow-view.ts'

const load = async () => {
  const [{ findNodes, FlowSearch: Search }, { parseFind }] = await Promise.all([
    import('#flow/find.ts'),
    import('#flow/find-query.ts'),
  ])
  return { findNodes, Search, parseFind }
}
type Code = Awaited<ReturnType<typeof load>>

/** What finds, once it was needed: who looks at a canvas does not wait for it. */
let loaded: Code | null = null

function useCode(isNeeded: boolean): Code | null {
  const [code, setCode] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || code !== null) return undefined
    let isHere = true
    const take = (next: Code) => {
      loaded = next
      if (isHere) setCode(next)
    }
    // Where it cannot be had now, the outline that comes with it says so.
    load().then(take, () => null)
    return () => {
      isHere = false
    }
  }, [isNeeded, code])
  return code
}

export interface Find {
  /** What is asked, as it stands in the URL. */
  text: string
  /** What could not be taken as it was written. */
  faults: readonly string[]
  search: FlowSearch
  /** Places of the nodes found, in the order of the flow; null = nothing is asked. */
  found: readonly number[] | null
  /** Their ids. */
  ids: ReadonlySet<string> | null
  /** Asks something else, and opens a node with it where one is given; the steps back do not grow with the letters. */
  ask: (text: string, open?: string) => void
  /** What a text finds, before it stands in the URL. */
  foundBy: (text: string) => readonly number[] | null
}

/**
 * What is looked for in a flow; null while the code for it is on its way. `changed` are the ids of the nodes that
 * `is:changed` means; `isOpen` = something can be asked.
 */
export function useFind(
  { nodes, edges, validation }: FlowDetail,
  changed: ReadonlySet<string>,
  isOpen: boolean,
): Find | null {
  const [query, setQuery] = useSearchParams()
  const text = findAsked(query)
  const code = useCode(isOpen || text !== '')
  const search = useMemo(() => code && new code.Search({ nodes, edges, validation }), [code, nodes, edges, validation])
  const asked = useMemo(() => code && code.parseFind(text), [code, text])
  const found = useMemo(
    () => (!code || !search || !asked || asked.terms.length === 0 ? null : code.findNodes(search, asked, changed)),
    [code, search, asked, changed],
  )
  const ids = useMemo(() => found && new Set(found.flatMap((index) => nodes[index]?.id ?? [])), [found, nodes])
  if (code === null || search === null || asked === null) return null
  const foundBy = (other: string) => {
    if (other === text) return found
    const typed = code.parseFind(other)
    return typed.terms.length === 0 ? null : code.findNodes(search, typed, changed)
  }
  const ask = (next: string, open?: string) =>
    setQuery(
      (before) => {
        const after = withFind(before, next)
        if (open !== undefined) after.set('node', open)
        return after
      },
      { replace: true },
    )
  return { text, faults: asked.faults, search, found, ids, ask, foundBy }
}
