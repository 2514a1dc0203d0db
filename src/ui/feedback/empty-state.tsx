import type { ReactNode } from 'react'

export interface EmptyStateAction {
  icon: ReactNode
  title: string
  words: string
  onChoose: () => void
}

/** Illustration: a line that leads to an empty node. */
function Drawing() {
  return (
    <svg
      width="300"
      height="72"
      viewBox="0 0 300 72"
      fill="none"
      strokeWidth="1.5"
      aria-hidden="true"
      className="max-w-full"
    >
      <path d="M0 64H92L124 32H176" className="stroke-line-strong" />
      <path d="M240 32H300M108 64H300" strokeDasharray="3 5" className="stroke-line-strong" />
      <rect x="176" y="16" width="64" height="32" rx="6" strokeDasharray="4 4" className="stroke-accent" />
      <rect x="44" y="59" width="10" height="10" rx="2" className="fill-text-3" />
      <path d="M208 27v10M203 32h10" strokeWidth="2" className="stroke-accent" />
    </svg>
  )
}

/** Illustration where nothing is to be added: a line that goes on, past nodes without content. */
function QuietDrawing() {
  return (
    <svg
      width="300"
      height="40"
      viewBox="0 0 300 40"
      fill="none"
      strokeWidth="1.5"
      aria-hidden="true"
      className="max-w-full stroke-line-strong"
    >
      <path d="M0 20H64M72 20H146M154 20H228M236 20H300" />
      <path d="M64 16h8v8h-8zM146 16h8v8h-8zM228 16h8v8h-8z" strokeLinejoin="round" />
    </svg>
  )
}

/** Empty state: a title, a sentence about what is missing, and up to three actions. */
export function EmptyState({
  quiet = false,
  title,
  words,
  actions,
}: {
  /** The actions do not add what is missing. */
  quiet?: boolean
  title: string
  words: ReactNode
  actions: readonly EmptyStateAction[]
}) {
  return (
    <div className="grid flex-1 place-items-center p-6">
      <div className="grid w-full max-w-[560px] justify-items-center gap-2 text-center">
        {quiet ? <QuietDrawing /> : <Drawing />}
        <h2 className="mt-6 text-xl font-semibold tracking-[-0.01em]">{title}</h2>
        <p className="max-w-[400px] text-text-2">{words}</p>
        {actions.length > 0 && (
          <div className="card mt-6 flex w-full overflow-hidden text-left max-sm:flex-col">
            {actions.map((way) => (
              <button
                key={way.title}
                type="button"
                onClick={way.onChoose}
                className="grid flex-1 cursor-pointer content-start gap-1 px-4 py-3.5 text-left not-first:border-l not-first:border-line hover:bg-hover focus-visible:-outline-offset-2 max-sm:not-first:border-t max-sm:not-first:border-l-0"
              >
                <span className="text-accent-text">{way.icon}</span>
                <b>{way.title}</b>
                <span className="text-xs text-text-2">{way.words}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** Empty state of a filter without matches, as distinct from an empty list. */
export function EmptyFilter({ words, children }: { words: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid flex-1 place-items-center content-center gap-3 p-6 text-center">
      <p className="max-w-full min-w-0 text-text-2 wrap-anywhere">{words}</p>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  )
}
