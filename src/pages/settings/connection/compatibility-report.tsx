import { Copy } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { compatibility } from '#api/compatibility.ts'
import { reportText } from '#api/dialect/report-text.ts'
import { responseShapeOf, type EndpointReport } from '#api/dialect/report.ts'
import { useMe } from '#api/query/me.ts'
import { count } from '#lib/count.ts'
import { TimeText } from '#parts/display/time.tsx'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { Table, type Column } from '#ui/table/table.tsx'
import { extensionOffers } from './extension-words.ts'
import '#parts/connection/connection.css'

/** A count that expands to the names, of which there may be many. */
const Names = ({ words, names }: { words: string; names: readonly string[] }) =>
  names.length > 0 && (
    <details>
      <summary className="cursor-pointer text-text-2">{words}</summary>
      <ul className="pb-1 pl-4">
        {names.map((name) => (
          <li key={name} className="mono text-xs wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )

function EndpointFindings({ report }: { report: EndpointReport }) {
  const { findings, others } = report
  return (
    <>
      <p className="wrap-anywhere">
        {findings === null ? 'Matches the contract' : `Shape: ${responseShapeOf(report)}`}
      </p>
      {others.length > 0 && (
        <p className="text-warn wrap-anywhere">
          Earlier responses had another shape: {others.map(({ shape }) => shape).join(', ')}
        </p>
      )}
      {findings !== null && (
        <>
          <Names
            words={`${count(findings.mapped.length, 'field')} with other names`}
            names={findings.mapped.map(([from, to]) => `${from} → ${to}`)}
          />
          <Names words={`${count(findings.raw.length, 'field')} shown raw`} names={findings.raw} />
          <Names words={`${count(findings.absent.length, 'field')} not returned`} names={findings.absent} />
          {findings.notes.map((note) => (
            <p key={note} className="text-text-2 wrap-anywhere">
              {note}
            </p>
          ))}
        </>
      )}
    </>
  )
}

const columns: readonly Column<EndpointReport>[] = [
  {
    id: 'endpoint',
    head: 'Endpoint',
    className: '@xl:w-[42%]',
    cell: (report) => (
      <>
        <p className="mono text-xs wrap-anywhere">
          {report.method} {report.path}
        </p>
        <p className="text-xs text-text-3">
          <TimeText at={report.at} />
        </p>
        <div className="mt-1 @xl:hidden">
          <EndpointFindings report={report} />
        </div>
      </>
    ),
  },
  {
    id: 'understood',
    head: 'Interpretation',
    className: '@max-xl:hidden',
    cell: (report) => <EndpointFindings report={report} />,
  },
]

const rowId = (report: EndpointReport) => report.id

/** Dialect findings in the responses since the page was loaded, by endpoint. */
export function CompatibilityReport() {
  const reports = useSyncExternalStore(compatibility.subscribe, compatibility.snapshot)
  const extensions = useMe()?.extensions ?? []
  const copy = () => {
    const { missing } = extensionOffers(extensions)
    const found = `Extensions: ${extensions.length === 0 ? 'none' : extensions.join(', ')}`
    const absent = `Unsupported: ${missing.length === 0 ? 'none' : missing.map(({ name }) => name).join(', ')}`
    copyText([`Flow Console ${import.meta.env.CONSOLE_VERSION}`, found, absent, '', reportText(reports)].join('\n'))
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Compatibility</h3>
        <Button icon={<Copy />} onClick={copy}>
          Copy as text
        </Button>
      </div>
      <p className="text-text-2">
        How the console has interpreted responses since this page was loaded. Values are not included.
      </p>
      {reports.length > 0 && (
        <div className="card answers @container">
          <Table label="Compatibility" columns={columns} rows={[...reports]} rowId={rowId} rowKeys={false} />
        </div>
      )}
    </section>
  )
}
