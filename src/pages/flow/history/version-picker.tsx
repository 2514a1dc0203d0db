import { ChevronDown, GitCompare } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { formatCount } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { PickerOption } from '#ui/overlays/picker-options.ts'
import { flowVersionName } from '#parts/compare/compared-side.ts'
import { comparePath } from '#ui/paths.ts'

/** Value of the option that leads to the page Compare. */
const elsewhere = 'elsewhere'

const stateWords: Partial<Record<FlowVersion['state'], string>> = {
  live: 'live',
  draft: 'draft',
  discarded: 'thrown away',
}

/** "8, live". */
function nameOf(number: number, state: FlowVersion['state'] | null): string {
  const words = state === null ? undefined : stateWords[state]
  return words === undefined ? formatCount(number) : `${formatCount(number)}, ${words}`
}

/** The version that the chosen one is compared with, and a picker for another. */
export function VersionPicker({
  flow,
  chosen,
  other,
  versions,
  newest,
  onOther,
}: {
  /** Id of the flow. */
  flow: string
  chosen: number
  other: number
  /** The loaded versions. */
  versions: readonly FlowVersion[]
  /** Number of the newest version. */
  newest: number
  onOther: (number: number) => void
}) {
  const navigate = useNavigate()
  const stateOf = (number: number) => versions.find((one) => one.number === number)?.state ?? null
  const optionOf = ({ number, state, note, summary }: FlowVersion): PickerOption => ({
    value: String(number),
    label: `Version ${nameOf(number, state)}`,
    note: note || summary,
  })
  /** Versions that are not loaded are found by their number. */
  const search = (text: string): Promise<PickerOption[]> => {
    const typed = Number(/^(?:version )?(\d{1,10})$/i.exec(text.trim())?.[1])
    const known = versions.filter(({ number }) => number !== chosen)
    const isOther = typed >= 1 && typed <= newest && typed !== chosen && stateOf(typed) === null
    const found = isOther ? [{ value: String(typed), label: `Version ${nameOf(typed, null)}` }] : []
    const words = text.trim().toLowerCase()
    return Promise.resolve([
      ...[...found, ...known.map(optionOf)].filter(({ label, note = '' }: PickerOption) =>
        `${label} ${note}`.toLowerCase().includes(words),
      ),
      { value: elsewhere, label: 'Another flow or a file', icon: <GitCompare className="s" /> },
    ])
  }
  return (
    <Picker
      label="Compare with"
      options={search}
      chosen={[String(other)]}
      onChosen={([value = '']) => {
        if (value === elsewhere) void navigate(comparePath({ after: flowVersionName(flow, chosen) }))
        else onOther(Number(value))
      }}
      trigger={
        <Button aria-label={`Compared with version ${nameOf(other, stateOf(other))}. Choose another`}>
          {nameOf(other, stateOf(other))}
          <ChevronDown className="xs" />
        </Button>
      }
    />
  )
}
