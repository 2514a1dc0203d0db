import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, type ComponentType } from 'react'
import { fileNameOf } from '#parts/file-names.ts'
import { NotDrawn } from '#parts/not-drawn.tsx'
import { saveFile } from '#ui/save-file.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { fileHome } from './flow-home.ts'
import { fileText } from './file-text-of.ts'
import { tabOf } from './flow-view.ts'
import type { FileFlowPage } from './use-file-flow.ts'

type FileTab = 'canvas' | 'health' | 'variables' | 'settings' | 'metadata' | 'json'

interface TabOfFile {
  open: FileFlowPage
}

const loadCanvas = async () => ({ default: (await import('./canvas-body.tsx')).CanvasBody })
const loadText = async () => ({ default: (await import('./file-text.tsx')).FileText })
const CanvasBody = lazy(loadCanvas)
const FileText = lazy(loadText)

const CanvasOfFile = ({ open: { opened, flow, data } }: TabOfFile) => (
  <CanvasBody flow={flow} home={fileHome(opened.key)} data={data} run={null} seen={null} />
)

function TextOfFile({ open }: TabOfFile) {
  const { flow, data } = open
  const text = useQuery({
    queryKey: ['flow data', data.key, 'file'],
    queryFn: () => fileText(open),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
  if (text.error !== null) return <NotDrawn problem={text.error} />
  const file = text.data
  if (file === undefined) return <SkeletonRows />
  return <FileText name={flow.name} file={file} onDownload={() => saveFile(file, fileNameOf(flow.name))} />
}

const load = {
  health: async () => ({ default: (await import('./file-health-tab.tsx')).FileHealthTab }),
  variables: async () => ({ default: (await import('./variables-tab.tsx')).VariablesTab }),
  settings: async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab }),
  metadata: async () => ({ default: (await import('./file-metadata-tab.tsx')).FileMetadataTab }),
}

/** The views of a file; what needs a service (runs, history, bindings) is not among them. Each is loaded when it is opened. */
export const fileTabs: Record<FileTab, { Tab: ComponentType<TabOfFile> }> = {
  canvas: { Tab: CanvasOfFile },
  health: { Tab: lazy(load.health) },
  variables: { Tab: lazy(load.variables) },
  settings: { Tab: lazy(load.settings) },
  metadata: { Tab: lazy(load.metadata) },
  json: { Tab: TextOfFile },
}

const isFileTab = (tab: string): tab is FileTab => Object.hasOwn(fileTabs, tab)

/** The open tab; one that only a flow of a service has counts as not given. */
export function fileTabOf(query: URLSearchParams): FileTab {
  const tab = tabOf(query)
  return isFileTab(tab) ? tab : 'canvas'
}

/** Fetches the code of all views ahead: then a file is looked at without the service. */
export function useAllTabs(): void {
  useEffect(() => {
    for (const one of [loadCanvas, loadText, ...Object.values(load)]) one().catch(() => null)
  }, [])
}
