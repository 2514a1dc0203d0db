import { ChevronDown, FileBraces, History } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { storageScope } from '#parts/storage/storage-scope.ts'
import { parseSide, sideText, type SideName } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import { chooseFile, sideOptions, type KnownFlow } from './side-options.tsx'
import type { ComparedSide } from '#parts/compare/compared-side.ts'

const icons = {
  flow: null,
  file: <FileBraces className="s" />,
  seen: <History className="s" />,
  version: <History className="s" />,
}

/** Button that shows one side of the comparison and opens a picker to change it. */
export function SidePicker({
  label,
  name,
  side,
  isUnavailable,
  known,
  onChosen,
  onFile,
}: {
  label: 'Before' | 'After'
  name: SideName | null
  /** Null while it is loading, if it could not be opened, and if none is chosen. */
  side: ComparedSide | null
  /** Whether the side could not be opened. */
  isUnavailable: boolean
  known: readonly KnownFlow[]
  onChosen: (name: SideName) => void
  onFile: () => void
}) {
  const client = useQueryClient()
  // Without browser storage there are no viewed versions.
  const viewedVersionsOfFlow = async (flow: string) => {
    try {
      const { viewedVersionsOf } = await import('#flow-data/flow-data.ts')
      return await viewedVersionsOf(await storageScope(client, [flow]))
    } catch {
      return []
    }
  }
  const words = side?.name ?? (name === null ? 'Choose…' : isUnavailable ? 'Not available' : 'Reading…')
  return (
    <Picker
      label={`${label}: a flow or a file`}
      options={sideOptions(known, viewedVersionsOfFlow)}
      chosen={name === null ? [] : [sideText(name)]}
      onChosen={([value = '']) => {
        const next = parseSide(value)
        if (value === chooseFile) onFile()
        else if (next !== null) onChosen(next)
      }}
      trigger={
        <Button className="compare-side" size="md" title={words}>
          <span className="font-normal text-text-3">{label}</span>
          {side !== null && icons[side.is]}
          <span className="cut" dir="auto">
            {words}
          </span>
          {side !== null && side.version !== '' && (
            <span className="flex-none font-normal text-text-3">{side.version}</span>
          )}
          <ChevronDown className="xs" />
        </Button>
      }
    />
  )
}
