import type { FormEvent, ReactNode } from 'react'
import { useZone } from '#parts/display/zone.ts'
import { Logo } from '#ui/feedback/logo.tsx'

/** Layout of the sign-in and set-up pages: the logo, a title, a form. */
export function EntryLayout({
  title,
  subtitle,
  steps,
  version,
  onSubmit,
  children,
}: {
  title: string
  /** One line under the title. */
  subtitle: ReactNode
  /** Between logo and title: the steps of the set-up. */
  steps?: ReactNode
  version?: string | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main className="relative grid min-h-dvh place-items-center px-6 py-16">
      <title>{`${title} · Flow Console`}</title>
      <form className="grid w-full max-w-[360px] gap-4" onSubmit={submit} noValidate>
        <Logo size={40} />
        {steps}
        <div>
          <h1 className="text-xl tracking-[-0.01em]" tabIndex={-1}>
            {title}
          </h1>
          <p className="text-text-2">{subtitle}</p>
        </div>
        {children}
      </form>
      <footer className="absolute inset-x-6 bottom-5 flex justify-between gap-4 text-xs text-text-3">
        <span>{version && `Version ${version}`}</span>
        <span>{useZone()}</span>
      </footer>
    </main>
  )
}
