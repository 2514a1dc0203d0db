import { Copy } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'

/** An id or URL in full, with a button that copies it. */
export function CopyableId({ id, label = 'Copy ID' }: { id: string; label?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="mono min-w-0 break-all">{id}</span>
      <IconButton label={label} className="-my-1" icon={<Copy className="s" />} onClick={() => copyText(id)} />
    </span>
  )
}
