import { Copy, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'

export interface ErrorFact {
  name: string
  value: string
  /** For ids, URLs, requests. */
  mono?: boolean
  copy?: boolean
}

/** Illustration: a line with a gap. */
function Drawing() {
  return (
    <svg
      width="300"
      height="64"
      viewBox="0 0 300 64"
      fill="none"
      strokeWidth="1.5"
      aria-hidden="true"
      className="max-w-full"
    >
      <path d="M0 32H116" className="stroke-line-strong" />
      <path d="M184 32H300" strokeDasharray="3 5" className="stroke-line-strong" />
      <rect x="44" y="27" width="10" height="10" rx="2" className="fill-text-3" />
      <path d="M116 22V42M184 22V42" strokeWidth="2.5" className="stroke-bad-solid" />
      <rect x="246" y="27" width="10" height="10" rx="2" className="fill-page stroke-text-3" />
    </svg>
  )
}

/** Error state of a page or panel: what happened, its meaning, the remedy, and details for a report. */
export function ErrorState({
  title,
  meaning,
  facts,
  report,
  onRetry,
  retryLabel = 'Try again',
  children,
}: {
  title: string
  meaning: ReactNode
  facts: readonly ErrorFact[]
  /** The text that "Copy report" copies. */
  report: string
  onRetry: (() => void) | null
  retryLabel?: string
  /** Further links; the primary one if there is no retry. */
  children?: ReactNode
}) {
  return (
    <div className="grid flex-1 content-start justify-items-center overflow-auto px-5 py-8" role="alert">
      <div className="grid w-full max-w-[620px] gap-3.5">
        <Drawing />
        <div>
          <h2 className="text-xl font-semibold tracking-[-0.01em]">{title}</h2>
          <p className="mt-1 text-text-2">{meaning}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {onRetry && (
            <Button variant="primary" size="md" icon={<RotateCw />} onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
          {onRetry === null && children}
          <Button size="md" icon={<Copy />} onClick={() => copyText(report)}>
            Copy report
          </Button>
          {onRetry !== null && children}
        </div>
        {facts.length > 0 && (
          <dl className="card grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 px-4 py-3 text-xs">
            {facts.map((fact) => (
              <div key={fact.name} className="contents">
                <dt className="text-text-3">{fact.name}</dt>
                <dd className={`flex min-w-0 items-center gap-1.5 ${fact.mono ? 'font-mono' : ''}`}>
                  <span className="min-w-0 break-words">{fact.value}</span>
                  {fact.copy && (
                    <IconButton
                      label={`Copy ${fact.name.toLowerCase()}`}
                      className="-my-1.5"
                      icon={<Copy className="s" />}
                      onClick={() => copyText(fact.value)}
                    />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}
