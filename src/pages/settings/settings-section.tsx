import { useId, type ReactNode } from 'react'

/** A section of the settings: title, description, add button, and its rows or its table. */
export function SettingsSection({
  title,
  words,
  action,
  children,
}: {
  title: string
  words?: ReactNode
  /** The add button. */
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="grid max-w-(--measure) grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="max-w-[720px] min-w-0 flex-[1_1_240px]">
          <h2 id={id} className="text-lg tracking-[-0.01em]">
            {title}
          </h2>
          {words && <p className="text-text-2">{words}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Rows of settings, with hairlines between them. */
export const SettingsRows = ({ children }: { children: ReactNode }) => (
  <div className="card grid divide-y divide-line">{children}</div>
)

/** One setting: description on the left, control on the right, or below if there is no space. */
export const SettingsRow = ({ title, words, children }: { title: string; words?: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
    <div className="min-w-0 flex-[1_1_260px]">
      <h3 className="font-medium">{title}</h3>
      {words && <div className="text-text-2 wrap-anywhere">{words}</div>}
    </div>
    <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
  </div>
)
