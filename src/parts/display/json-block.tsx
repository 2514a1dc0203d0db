import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import { formatSize } from '#lib/formatters.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { maskedJson } from '#flow-data/model/masked-value.ts'

/** Maximum number of characters shown of a value; megabytes would block the page. */
const maxShown = 8_000

/** An input or output as JSON: secrets masked, long values truncated. Empty if no value was recorded. */
export function JsonBlock({ title, value }: { title: string; value: unknown }) {
  const text = useMemo(() => (value === null || value === undefined ? '' : maskedJson(value)), [value])
  if (text === '') return null
  return (
    <div>
      <p className="flex items-center gap-1 text-xs font-medium">
        <span className="min-w-0 flex-1">{title}</span>
        <IconButton label={`Copy ${title.toLowerCase()}`} icon={<Copy />} onClick={() => copyText(text)} />
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard */}
      <pre className="json-block" tabIndex={0} role="region" aria-label={title}>
        {text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}
      </pre>
      {text.length > maxShown && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-text-2">
          Only the first {maxShown.toLocaleString()} characters are shown. Full size: {formatSize(text.length)}.
          <Button icon={<Copy />} onClick={() => copyText(text)}>
            Copy all
          </Button>
        </p>
      )}
    </div>
  )
}
