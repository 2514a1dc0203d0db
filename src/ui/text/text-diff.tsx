import { useMemo, useState } from 'react'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { DiffLine, DiffLines } from './diff-lines.tsx'
import { lineDiff } from './line-diff.ts'

/** Lines that are shown at first, and added by each click: several screens. */
const linesAtOnce = 300
/** Maximum characters of a line: longer ones are machine-made, and megabytes in one line block the page. */
const maxLine = 4_000

const signs = { same: ' ', old: '−', new: '+' } as const

const truncateLine = (text: string): string => (text.length > maxLine ? `${text.slice(0, maxLine)}…` : text)

/** Unified diff of two texts: removed, added, and some unchanged lines around them. */
export function TextDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const rows = useMemo(() => lineDiff(before, after), [before, after])
  const [visibleRows, setMost] = useState(linesAtOnce)
  return (
    <>
      <DiffLines label={label}>
        {rows.slice(0, visibleRows).map((row, index) =>
          row.kind === 'fold' ? (
            // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and never move
            <p key={index} className="fold">
              {count(row.lines, 'line')} unchanged
            </p>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and never move
            <DiffLine key={index} sign={signs[row.kind]}>
              {truncateLine(row.text)}
            </DiffLine>
          ),
        )}
      </DiffLines>
      {rows.length > visibleRows && (
        <Button variant="quiet" onClick={() => setMost(visibleRows + linesAtOnce)}>
          Show more: {count(rows.length - visibleRows, 'line')}
        </Button>
      )}
    </>
  )
}
