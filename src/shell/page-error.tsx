import { useEffect } from 'react'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { isMissingPart, missingPartMeaning } from '#lib/chunk-load-error.ts'
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
  const title = isMissing ? 'Part of this page could not be loaded' : 'This page crashed'
  return (
    <>
      <title>{`${title} · Flow Console`}</title>
      <ErrorState
        title={title}
        meaning={
          isMissing
            ? isOld
              ? 'The console was updated while this page was open. Reload the page.'
              : missingPartMeaning
            : 'The console had an internal error. Your flows are not affected. Reload the page. If it happens again, send the report to your administrator.'
        }
        facts={[
          { name: 'Page', value: window.location.pathname, mono: true },
          { name: 'Error', value: words, mono: true },
        ]}
        report={[title, window.location.href, navigator.userAgent, words, stack].join('\n')}
        onRetry={() => window.location.reload()}
        retryLabel="Reload"
      />
    </>
  )
}
