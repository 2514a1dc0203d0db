import { FileBraces, FolderOpen, History, Workflow } from 'lucide-react'
import { allConnections } from '#api/connection/connection.ts'
import { call } from '#api/request/client.ts'
import { openedFiles } from '#files/opened-files.ts'
import { flow as flowApi } from '#contract/flow.ts'
import type { ViewedVersion } from '#flow-data/versions/version-store.ts'
import { isAbsent } from '#lib/absent.ts'
import { flowVersionWords, versionWords } from '#parts/forms/known-version.ts'
import { viewedVersionIn, viewedVersionName, sideText, type SideName } from '#ui/paths.ts'
import { noValue, type PickerOption } from '#ui/overlays/picker-options.ts'

/** The option that opens a file dialog. */
export const chooseFile = 'choose a file'

/** Maximum flows in the options. */
const maxFlowOptions = 50

/** Maximum recent files; any file can be chosen again. */
const maxFileOptions = 10

/** A flow whose viewed versions can be compared. */
export interface KnownFlow {
  id: string
  name: string
}

/** Matching flows of the other services; their code is loaded if there are any. */
async function elsewhereOptions(search: string, signal: AbortSignal): Promise<PickerOption[]> {
  if (allConnections().length === 1) return []
  const { otherServiceOptions } = await import('./other-service-options.tsx')
  return otherServiceOptions(search, signal)
}

/** Matching flows of all services; while the search is empty, also recent files and viewed versions. */
export const sideOptions =
  (known: readonly KnownFlow[], viewedVersionsOf: (flow: string) => Promise<readonly ViewedVersion[]>) =>
  async (text: string, signal: AbortSignal): Promise<PickerOption[]> => {
    const search = text.trim()
    const local = search === '' ? await localOptions(known, viewedVersionsOf) : []
    const elsewhere = elsewhereOptions(search, signal)
    try {
      const names = await call(
        flowApi.list,
        { search: search === '' ? undefined : search, limit: maxFlowOptions, ordering: '-updated_at' },
        { signal },
      )
      const flows = names.results.map(({ id, name, ...flow }): PickerOption => ({
        value: id === '' ? noValue : sideText({ is: 'flow', key: id }),
        label: name,
        note: flowVersionWords(flow),
        icon: <Workflow className="s" />,
      }))
      return [...local, ...flows, ...(await elsewhere)]
    } catch (problem) {
      // Files can be compared without the service.
      const others = [...local, ...(await elsewhere)]
      if (others.length > 0 && !signal.aborted) return others
      throw problem
    }
  }

async function localOptions(
  flows: readonly KnownFlow[],
  viewedVersionsOf: (flow: string) => Promise<readonly ViewedVersion[]>,
): Promise<PickerOption[]> {
  const files = (await openedFiles()).slice(0, maxFileOptions).map(({ key, file, flow }): PickerOption => ({
    value: sideText({ is: 'file', key }),
    label: file,
    note: `file, “${flow.name}”`,
    icon: <FileBraces className="s" />,
  }))
  const viewedVersionOptions = flows.map(async ({ id, name }) =>
    (await viewedVersionsOf(id)).map(({ version }): PickerOption => ({
      value: sideText(viewedVersionName(id, isAbsent(version) ? null : version)),
      label: name,
      note: [versionWords(version), 'as last viewed'].filter(Boolean).join(', '),
      icon: <History className="s" />,
    })),
  )
  const choose = { value: chooseFile, label: 'Choose a file…', icon: <FolderOpen className="s" /> }
  return [choose, ...files, ...(await Promise.all(viewedVersionOptions)).flat()]
}

/** The flows of these sides, without duplicates. */
export function knownFlows(sides: readonly { name: SideName | null; words: string }[]): KnownFlow[] {
  const names = new Map<string, string>()
  for (const { name, words } of sides)
    if (name !== null && name.is !== 'file' && name.service === undefined)
      names.set(name.is === 'seen' || name.is === 'version' ? viewedVersionIn(name.key).flow : name.key, words)
  return [...names].map(([id, name]) => ({ id, name }))
}
