import { Info, Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { LeavingLine } from './leaving-line.tsx'
import { keep, takeKeptNames, type LeavingFlow } from '#parts/leaving-flows.ts'

/** Flows that have a line each before one line stands for them all. */
const maxLines = 3
/** How often another window's notes are looked at again. */
const lookMs = 5_000

/** Flows whose deletion was cut short when the page was closed: they were kept, and that is said once. */
export function KeptNotes() {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    // Taking a name takes it away: never while rendering, which may happen more than once.
    const look = () => {
      const more = takeKeptNames(Date.now())
      if (more.length > 0) setNames((before) => [...before, ...more])
    }
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [])
  if (names.length === 0) return null
  return (
    <div className="banner quiet" role="status">
      <Info className="s" />
      <span className="min-w-0 flex-1">
        {names.map((name) => `“${name}”`).join(', ')} {names.length === 1 ? 'was' : 'were'} kept: the page was closed
        before the deletion.
      </span>
      <IconButton label="Close" icon={<X />} onClick={() => setNames([])} />
    </div>
  )
}

/** Flows about to be deleted that are not among the rows shown: the way to keep them is never out of reach. */
export function LeavingElsewhere({ flows }: { flows: readonly LeavingFlow[] }) {
  if (flows.length === 0) return null
  const waiting = flows.filter((flow) => flow.state === 'waiting')
  const others = flows.filter((flow) => flow.state === 'failed' || flow.state === 'uncopied')
  if (waiting.length > maxLines)
    return (
      <>
        <div className="flex items-center gap-2 border-b border-line px-5 py-1.5 text-text-2 max-lg:px-4">
          {waiting.length.toLocaleString()} flows on other pages will be deleted.
          <Button icon={<Undo2 />} onClick={() => waiting.forEach(({ id }) => keep(id))}>
            Undo: keep them
          </Button>
        </div>
        <LeavingElsewhere flows={others} />
      </>
    )
  return (
    <ul aria-label="About to be deleted">
      {flows.map((flow) => (
        <li key={flow.id} className="border-b border-line px-5 py-1.5 max-lg:px-4">
          <LeavingLine flow={flow} />
        </li>
      ))}
    </ul>
  )
}
