import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { TextView } from '#ui/text/text-view.tsx'
import { useText } from '#ui/text/use-text.ts'
import { maskedJson } from '#flow-data/model/masked-value.ts'

/** Dialog with the original JSON of one object; values that look like secrets are masked. */
export function RawView({ what, raw, onClose }: { what: string; raw: unknown; onClose: () => void }) {
  const json = useMemo(() => maskedJson(raw), [raw])
  const file = useMemo(() => new Blob([json]), [json])
  const text = useText(file, '')
  return (
    <Dialog
      title={
        <>
          Raw JSON of <bdi className="wrap-anywhere">{what}</bdi>
        </>
      }
      className="raw"
      onClose={onClose}
      actions={
        <>
          <Button size="md" icon={<Copy />} onClick={() => copyText(json)}>
            Copy
          </Button>
          <Button size="md" variant="primary" data-autofocus="" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="text-text-2">All fields as the service returned them. Secrets are masked.</p>
      <div className="flex h-[60dvh] min-h-40 min-w-0">
        {text.failed ? (
          <Note tone="bad" title="The JSON cannot be shown">
            The JSON viewer did not start. You can still copy the JSON.
          </Note>
        ) : text.count === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <TextView label={`Raw JSON of ${what}`} text={text} count={text.count} searchText="" current={0} />
        )}
      </div>
    </Dialog>
  )
}
