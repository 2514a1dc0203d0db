import { useEffect } from 'react'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { isMissingPart, missingPartMeaning } from '#lib/missing-part.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { isOutdated, missingParts } from '#api/connection/new-build.ts'

const describe = (problem: unknown): string =>
  problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem)

/** An error page. The rest of the console works. */
export function PageError({ problem }: { problem: unknown }) {
  const isMissing = isMissingPart(problem)
  const isOld = useStoredSetting(isOutdated)
  useEffect(() => {
    if (!isMissing) return
    missingParts.set(missingParts.get() + 1)
    return () => missingParts.set(missingParts.get() - 1)
  }, [isMissing])
  const words = describe(problem)
  const stack = problem instanceof Error ? (problem.stack ?? '') : ''
  const title = isMissing ? 'A part of this page could not be fetched' : 'This page broke'
  return (
    <>
      <title>{`${title} · Flow Console`}</title>
      <ErrorState
        title={title}
        meaning={
          isMissing
            ? isOld
              ? 'The console was updated while this page was open, and this part of it is gone. Load the page again.'
              : missingPartMeaning
            : 'This is a fault of the console, not of your flows; nothing was changed. Loading the page again often helps. If it comes back, send the report to whoever runs the service.'
        }
        facts={[
          { name: 'Page', value: window.location.pathname, mono: true },
          { name: 'Fault', value: words, mono: true },
        ]}
        report={[title, window.location.href, navigator.userAgent, words, stack].join('\n')}
        onRetry={() => window.location.reload()}
        retryLabel="Load again"
      />
    </>
  )
}
