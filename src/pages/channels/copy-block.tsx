import { Copy } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'

/** Lines of text with a button that copies all of them. `label` names the text. */
export const CopyBlock = ({ label, text }: { label: string; text: string }) => (
  <div className="relative">
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      className="mono max-h-60 overflow-auto rounded-md border border-line bg-sunken py-2 pr-9 pl-2.5 text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
    <IconButton
      label={`Copy ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
      className="absolute! top-0.5 right-0.5"
      icon={<Copy className="s" />}
      onClick={() => copyText(text)}
    />
  </div>
)
