import { Copy, KeyRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { count } from '#lib/count.ts'
import { formatSize } from '#lib/formatters.ts'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { configLines, configText, type Token } from './config-lines.ts'

/** Lines of config before "Show more lines". */
const firstLines = 120

const ConfigLine = ({ line }: { line: readonly Token[] }) => (
  <>
    {line.map(({ text, kind }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- tokens have no id and are never reordered
      <span key={index} className={`t-${kind}`}>
        {text}
      </span>
    ))}
    {'\n'}
  </>
)

function Secrets({ secrets, isFile }: { secrets: number; isFile: boolean }) {
  const one = secrets === 1
  return (
    <p className="mt-2 flex gap-1.5 text-xs text-text-2">
      <KeyRound className="s" />
      <span>
        {one ? '1 secret. Its value' : `${secrets} secrets. Their values`}{' '}
        {isFile
          ? `${one ? 'is' : 'are'} not stored; a reference is shown instead.`
          : `${one ? 'stays' : 'stay'} in the service and ${one ? 'is' : 'are'} never exported.`}
      </span>
    </p>
  )
}

/** Size of a truncated config, and a button to copy the complete one. */
function Cut({ config }: { config: Record<string, unknown> }) {
  const size = useMemo(() => formatSize(new Blob([configText(config)]).size), [config])
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-text-2">
      Shown in part; the full size is {size}.
      <Button icon={<Copy />} onClick={() => copyText(configText(config))}>
        Copy all
      </Button>
    </p>
  )
}

/** Fields of a node, secrets masked; large configs are truncated. */
export function NodeConfig({
  title,
  config,
  isFile,
}: {
  title: string
  config: Record<string, unknown>
  /** Whether the flow comes from a file, from which values of secrets were removed. */
  isFile: boolean
}) {
  const [whole, setWhole] = useState(false)
  const { lines, secretCount, fieldCount, isTruncated } = useMemo(() => configLines(config), [config])
  if (fieldCount === 0) return null
  const shown = whole ? lines : lines.slice(0, firstLines)
  return (
    <section className="section">
      <h3>
        {title} <span className="n">{count(fieldCount, 'field')}</span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard */}
      <pre className="config" tabIndex={0} aria-label={title} role="region">
        {shown.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no id and are never reordered
          <ConfigLine key={index} line={line} />
        ))}
      </pre>
      {shown.length < lines.length && (
        <button type="button" className="link mt-2 cursor-pointer text-xs" onClick={() => setWhole(true)}>
          Show {count(lines.length - shown.length, 'more line')}
        </button>
      )}
      {isTruncated && <Cut config={config} />}
      {secretCount > 0 && <Secrets secrets={secretCount} isFile={isFile} />}
    </section>
  )
}
