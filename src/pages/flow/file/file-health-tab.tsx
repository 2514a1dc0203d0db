import { FindingsList } from '#pages/flow/health/findings-list.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'
import type { OpenFileFlow } from './use-file-flow.ts'

/** What is wrong with a flow in a file, as far as the file alone can tell. */
export const FileHealthTab = ({ open: { flow, data } }: { open: OpenFileFlow }) => (
  <ReadingColumn>
    <FindingsList flow={flow} data={data} good="Nothing was found in the file.">
      <p className="text-text-2">
        Whether the tools, channels and secrets that it names are there is looked at when it is imported.
      </p>
    </FindingsList>
  </ReadingColumn>
)
