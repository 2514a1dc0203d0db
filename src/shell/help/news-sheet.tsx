import { useEffect } from 'react'
import { release } from 'virtual:newest-release'
import { OverlaySheet } from '#shell/palette/overlay-sheet.tsx'
import { currentVersion, newsOpened } from './news.ts'

/** An entry of the changelog: its code in backticks, without other Markdown. */
function Entry({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a constant text
      <code key={index} className="mono">
        {part}
      </code>
    ) : (
      part.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*+([^*]+)\*+/g, '$1')
    ),
  )
}

/** What is new in this version, from the changelog. */
export function NewsSheet() {
  useEffect(() => newsOpened.set(currentVersion), [])
  return (
    <OverlaySheet title="What’s new">
      <p className="text-text-2">
        Version {release.version}. {release.intro}
      </p>
      <div>
        {release.sections.map(({ title, entries }) => (
          <details key={title} name="news" className="border-t border-line last:border-b">
            <summary className="cursor-pointer py-2 font-medium">
              {title} <span className="font-normal text-text-3">{entries.length}</span>
            </summary>
            <ul className="grid list-disc gap-1.5 pb-3 pl-5 text-text-2">
              {entries.map((text) => (
                <li key={text}>
                  <Entry text={text} />
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </OverlaySheet>
  )
}
