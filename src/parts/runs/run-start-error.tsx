import { Link } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { findingClass, type FindingClass } from '#flow/health/findings.ts'
import { nodePath, paths } from '#ui/paths.ts'
import { Note } from '#ui/feedback/note.tsx'
import { ActionError } from '#parts/display/action-error.tsx'

/** Maximum number of findings shown; all are in the tab Health. */
const maxFindings = 5

interface Finding {
  message: string
  node: string | null
  kind: FindingClass
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The findings that block the flow, from the body of a 409 `not_ready`. */
function findingsIn(body: unknown): Finding[] {
  const list = isRecord(body) && Array.isArray(body['validation']) ? body['validation'] : []
  return list.filter(isRecord).flatMap(({ message, node_id: node, level, code }) => {
    if (typeof message !== 'string' || (level !== undefined && level !== 'error')) return []
    const kind = findingClass({ level: 'error', code: typeof code === 'string' ? code : '' })
    return [{ message, node: typeof node === 'string' ? node : null, kind }]
  })
}

function NotReady({ title, error, flow }: { title: string; error: ApiError; flow: string }) {
  const all = findingsIn(error.body)
  // The sentence counts the steps that run only elsewhere. Without findings, the status of the flow is the reason.
  const findings = all.filter(({ kind }) => kind !== 'note')
  const isBad = all.length === 0 || all.some(({ kind }) => kind === 'error')
  return (
    <Note tone={isBad ? 'bad' : 'info'} title={title} isAnnounced>
      <p>{error.detail}</p>
      {findings.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {findings.slice(0, maxFindings).map(({ message, node }) => (
            <li key={`${node} ${message}`} className="wrap-anywhere">
              {message}{' '}
              {node !== null && (
                <Link className="link" to={nodePath(flow, node)}>
                  Show the step
                </Link>
              )}
            </li>
          ))}
          {findings.length > maxFindings && <li>and {findings.length - maxFindings} more under Health</li>}
        </ul>
      )}
    </Note>
  )
}

/**
 * Why a run was not started, retried or cancelled, and the remedy. Errors of fields in `shownFields` are displayed at
 * the fields.
 */
export function RunStartError({
  title,
  error,
  flow,
  shownFields,
}: {
  title: string
  error: ApiError | null
  /** Id of the flow. */
  flow: string
  shownFields?: readonly string[]
}) {
  if (error === null) return null
  if (error.status === 402)
    return (
      <Note tone="bad" title={title}>
        <p>{error.detail}</p>
        <p className="mt-1">
          <Link className="link" to={paths.billing}>
            View balance
          </Link>
        </p>
      </Note>
    )
  if (error.status === 409) return <NotReady title={title} error={error} flow={flow} />
  if (error.status === 429)
    return (
      <Note tone="bad" title={title}>
        <p>{error.detail}</p>
        <p className="mt-1">
          {error.retryAfter === null ? 'Try again in a moment.' : `Try again in ${error.retryAfter} s.`} Nothing was
          changed.
        </p>
      </Note>
    )
  return <ActionError title={title} error={error} {...(shownFields === undefined ? {} : { shownFields })} />
}
