import { CircleCheck, CircleX, Info, Minus } from 'lucide-react'
import { formatDuration } from '#lib/time/format-time.ts'
import { Table, type Column } from '#ui/table/table.tsx'
import type { Verdict } from './answer-words.ts'
import type { ConnectionTestResult } from './run-test.ts'
import './connection.css'

const icons = { ok: CircleCheck, note: Info, none: Minus, bad: CircleX }
const colours: Record<Verdict['tone'], string> = {
  ok: 'text-ok',
  note: 'text-accent-text',
  none: 'text-text-3',
  bad: 'text-bad',
}
/** Accessible names of the icons. */
const tones: Record<Verdict['tone'], string> = {
  ok: 'Works',
  note: 'Works, with a note',
  none: 'Not a failure',
  bad: 'Failed',
}

const Words = ({ result }: { result: ConnectionTestResult }) => (
  <>
    <p className="wrap-anywhere">{result.explanation}</p>
    {result.remedy !== '' && <p className="text-text-2 wrap-anywhere">{result.remedy}</p>}
  </>
)

function Short({ result }: { result: ConnectionTestResult }) {
  const Icon = icons[result.tone]
  return (
    <>
      <p className={`flex items-start gap-1.5 ${colours[result.tone]}`}>
        <Icon className="s mt-[3px] flex-none" />
        <span>
          <span className="sr-only">{tones[result.tone]}: </span>
          {result.short}
        </span>
      </p>
      {result.durationMs !== null && <p className="pl-5 text-xs text-text-3">{formatDuration(result.durationMs)}</p>}
    </>
  )
}

const columns: readonly Column<ConnectionTestResult>[] = [
  {
    id: 'name',
    head: 'Endpoint',
    className: '@xl:w-[30%]',
    cell: (result) => (
      <>
        <p className="font-medium">{result.name}</p>
        {result.path !== '' && <p className="mono text-xs wrap-anywhere text-text-3">{result.path}</p>}
        <div className="mt-1 @xl:hidden">
          <Words result={result} />
        </div>
      </>
    ),
  },
  { id: 'short', head: 'Response', className: 'w-[116px]', cell: (result) => <Short result={result} /> },
  { id: 'says', head: 'What it means', className: '@max-xl:hidden', cell: (result) => <Words result={result} /> },
]

const rowId = (result: ConnectionTestResult) => result.name

/** Table with the explained response of each endpoint. */
export const AnswersTable = ({ label, results }: { label: string; results: readonly ConnectionTestResult[] }) => (
  <div className="card answers @container">
    <Table label={label} columns={columns} rows={[...results]} rowId={rowId} rowKeys={false} />
  </div>
)
