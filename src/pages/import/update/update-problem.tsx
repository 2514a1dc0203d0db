import type { ApiError } from '#api/errors.ts'
import type { Finding } from '#contract/flow.ts'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { activationFindings } from '#parts/flows/activation-findings.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { meanwhileText } from './update-words.ts'

/** Findings that are listed before the rest is counted. */
const maxFindings = 8

/** Somebody else made a version: what it is, what the file is, and a way to compare again. */
export function MeanwhileNote({
  versions,
  file,
  differences,
  comparedWith,
  onCompare,
}: {
  /** The versions that were made meanwhile, newest first; empty if they are unknown. */
  versions: readonly FlowVersion[]
  file: string
  /** Number of differences of the file from the compared version. */
  differences: number
  /** Number of the compared version. */
  comparedWith: number
  onCompare: () => void
}) {
  return (
    <Note tone="warn" title="The flow has another definition now" isAnnounced>
      {versions.map((version) => (
        <p key={version.number} className="wrap-anywhere">
          {meanwhileText(version)}
        </p>
      ))}
      <p className="wrap-anywhere">
        Yours: {file}, {count(differences, 'difference')} from version {comparedWith}. File and note are kept.
      </p>
      <p className="mt-2">
        <Button onClick={onCompare}>Compare again</Button>
      </p>
    </Note>
  )
}

/** No response arrived: the update may have been made, and can be sent again. */
export function LostResponse({ isSending, onRepeat }: { isSending: boolean; onRepeat: () => void }) {
  return (
    <Note tone="bad" title="The response did not arrive">
      <p>The update may have been made. You can send it again: a repeated update adds no version.</p>
      <p className="mt-2">
        <Button busy={isSending} onClick={onRepeat}>
          Send again
        </Button>
      </p>
    </Note>
  )
}

/** What prevents that the flow runs. */
export function BlockingFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <ul className="grid list-disc gap-1 pl-4">
        {findings.slice(0, maxFindings).map((finding, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- findings have no id, and are never reordered
          <li key={at} className="wrap-anywhere">
            {finding.message}
          </li>
        ))}
      </ul>
      {findings.length > maxFindings && <p>and {count(findings.length - maxFindings, 'more problem')}</p>}
    </>
  )
}

/** Why an update failed, and what can be done. */
export function UpdateProblem({
  error,
  isSending,
  onDraft,
}: {
  error: ApiError
  isSending: boolean
  /** Saves as a draft instead. */
  onDraft: () => void
}) {
  if (error.code === 'not_ready') {
    return (
      <Note tone="bad" title="The flow cannot run with this file yet">
        <BlockingFindings findings={activationFindings(error)} />
        <p className="mt-2">
          <Button busy={isSending} onClick={onDraft}>
            Save as draft instead
          </Button>
        </p>
      </Note>
    )
  }
  return <ActionError title="The flow was not updated" error={error} />
}
