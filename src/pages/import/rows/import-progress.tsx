import { FileDown, RotateCw, X } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import type { ImportRow } from './import-rows.ts'
import { reportCsv, reportJson } from './import-report.ts'
import { tallyWords, type ImportTally } from './row-words.ts'

function Report({ rows }: { rows: readonly ImportRow[] }) {
  const save = (text: string, type: string, name: string) => saveFile(new Blob([text], { type }), name)
  return (
    <Menu align="start" trigger={<Button icon={<FileDown />}>Save report</Button>}>
      <MenuItem onSelect={() => save(reportCsv(rows), 'text/csv', 'import.csv')}>As CSV</MenuItem>
      <MenuItem onSelect={() => save(reportJson(rows), 'application/json', 'import.json')}>As JSON</MenuItem>
    </Menu>
  )
}

/** Progress of the import, above the list. */
export function ImportProgress({
  rows,
  sums,
  lockedReason,
  onCancel,
  onRetry,
  onClear,
}: {
  rows: readonly ImportRow[]
  sums: ImportTally
  lockedReason: string | null
  onCancel: () => void
  /** Retries the failed rows. */
  onRetry: () => void
  onClear: () => void
}) {
  const { imported, failed, unsure, ready, sending, reading } = sums
  const finishedCount = imported + failed + unsure
  const isRunning = sending > 0
  const hasStarted = finishedCount + sending > 0
  if (!hasStarted && (ready > 0 || reading > 0)) return null
  const words = isRunning ? `${finishedCount.toLocaleString()} of ${(finishedCount + sending).toLocaleString()}` : ''
  return (
    <div className="grid flex-none gap-2 border-b border-line py-2.5 pr-4 pl-5">
      <p role="status" className="font-medium">
        {[words, tallyWords(sums)].filter((part) => part !== '').join(': ')}
      </p>
      {isRunning && (
        <progress
          className="part-done w-full!"
          max={finishedCount + sending}
          value={finishedCount}
          aria-label="Import progress"
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isRunning && <Button onClick={onCancel}>Cancel remaining</Button>}
        {!isRunning && failed > 0 && (
          <Button icon={<RotateCw />} reason={lockedReason} onClick={onRetry}>
            {failed === 1 ? 'Retry 1 failed' : `Retry ${failed.toLocaleString()} failed`}
          </Button>
        )}
        {!isRunning && reading === 0 && (
          <>
            <Report rows={rows} />
            <Button icon={<X />} onClick={onClear}>
              Clear list
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
