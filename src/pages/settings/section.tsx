import type { ReactNode } from 'react'

/** A part of the settings: its name at the left, its controls at the right. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-b border-line py-5 first:pt-0 last:border-b-0 sm:grid-cols-[160px_minmax(0,1fr)]">
      <h2 className="font-semibold">{title}</h2>
      <div className="grid justify-items-start gap-3">{children}</div>
    </section>
  )
}
