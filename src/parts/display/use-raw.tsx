import { Braces } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { rawOf } from '#api/dialect/raw-of.ts'
import { Button } from '#ui/controls/button.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import type { RawView as View } from './raw-view.tsx'

export const rawLabel = 'Raw JSON'
export const rawIcon = <Braces />

interface OpenRawView {
  RawView: typeof View
  what: string
  raw: unknown
}

/** Opens the raw view of an object; its code is loaded on demand. `view` may be rendered anywhere in the page. */
export function useRaw(): { show: (what: string, of: object | Promise<unknown>) => void; view: ReactNode } {
  const [openView, setOpenView] = useState<OpenRawView | null>(null)
  const open = async (what: string, of: object | Promise<unknown>) => {
    try {
      const raw = of instanceof Promise ? await of : rawOf(of)
      setOpenView({ RawView: (await import('./raw-view.tsx')).RawView, what, raw })
    } catch {
      showToast({ message: 'The raw JSON could not be loaded. Check that the service is running, then try again.' })
    }
  }
  return {
    show: (what, of) => void open(what, of),
    view: openView && <openView.RawView what={openView.what} raw={openView.raw} onClose={() => setOpenView(null)} />,
  }
}

/** Last section of a panel, with a button that shows the original JSON of the object. */
export function RawSection({ what, of }: { what: string; of: object }) {
  const { show, view } = useRaw()
  return (
    <section className="section" aria-label="Raw">
      <Button variant="quiet" icon={rawIcon} onClick={() => show(what, of)}>
        {rawLabel}
      </Button>
      {view}
    </section>
  )
}
