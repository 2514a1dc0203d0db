import { useEffect, type ReactNode } from 'react'
import { release } from 'virtual:newest-release'
import { OverlaySheet } from '#shell/palette/overlay-sheet.tsx'
import { currentVersion, newsOpened } from './news.ts'

/** An entry of the changelog: code in backticks and bold text, without other Markdown. */
function Entry({ text }: { text: string }): ReactNode[] {
  return text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part, index) => {
    /* oxlint-disable react/no-array-index-key -- parts of a constant text */
    if (part.startsWith('`'))
      return (
        <code key={index} className="mono">
          {part.slice(1, -1)}
        </code>
      )
    if (part.startsWith('**')) return <b key={index}>{part.slice(2, -2)}</b>
    /* oxlint-enable react/no-array-index-key */
    return part.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*([^*]+)\*/g, '$1')
  })
}

const Entries = ({ entries, className }: { entries: readonly string[]; className: string }) => (
  <ul className={`grid list-disc pl-5 ${className}`}>
    {entries.map((text) => (
      <li key={text}>
        <Entry text={text} />
      </li>
    ))}
  </ul>
)

/** What is new in this version, from the changelog: the highlights, and the other changes folded. */
export function NewsSheet() {
  useEffect(() => newsOpened.set(currentVersion), [])
  return (
    <OverlaySheet title="What’s new">
      <p className="text-text-3">Version {release.version}</p>
      <Entries entries={release.highlights} className="gap-2" />
      <details className="border-t border-line">
        <summary className="cursor-pointer py-3 font-medium">All changes in this version</summary>
        <div className="pl-4">
          {release.sections.map(({ title, entries }) => (
            <details key={title} name="news" className="border-t border-line">
              <summary className="cursor-pointer py-2">
                {title} <span className="text-text-3">{entries.length}</span>
              </summary>
              <Entries entries={entries} className="gap-1.5 pb-3 text-text-2" />
            </details>
          ))}
        </div>
      </details>
    </OverlaySheet>
  )
}
