import { FileBraces, FolderOpen, History, Workflow } from 'lucide-react'
import { call } from '#api/request/client.ts'
import { openedFiles } from '#files/opened-files.ts'
import { flow as flowApi } from '#contract/flow.ts'
import type { ViewedVersion } from '#flow-data/versions/version-store.ts'
import { isAbsent } from '#lib/absent.ts'
import { versionWords } from '#parts/forms/known-version.ts'
import { viewedVersionIn, viewedVersionName, sideText, type SideName } from '#ui/paths.ts'
import { noValue, type PickerOption } from '#ui/overlays/picker-options.ts'

/** The option that opens a file dialog. */
export const chooseFile = 'choose a file'

/** Maximum flows in the options. */
const flowsOffered = 50

/** Maximum recent files; any file can be chosen again. */
const filesOffered = 10

/** A flow whose viewed versions can be compared. */
export interface KnownFlow {
  id: string
  name: string
}

/** Flows that match in the service, recent files, and viewed versions. */
export const sideOptions =
  (known: readonly KnownFlow[], seenOf: (flow: string) => Promise<readonly ViewedVersion[]>) =>
  async (text: string, signal: AbortSignal): Promise<PickerOption[]> => {
    const search = text.trim()
    const own = search === '' ? await hereOptions(known, seenOf) : []
    try {
      const found = await call(
        flowApi.list,
        { search: search === '' ? undefined : search, limit: flowsOffered, ordering: '-updated_at' },
        { signal },
      )
      const flows = found.results.map(({ id, name, version }): PickerOption => ({
        value: id === '' ? noValue : sideText({ is: 'flow', key: id }),
        label: name,
        note: versionWords(version),
        icon: <Workflow className="s" />,
      }))
      return [...own, ...flows]
    } catch (problem) {
      // Files can be compared without the service.
      if (own.length > 0 && !signal.aborted) return own
      throw problem
    }
  }

async function hereOptions(
  known: readonly KnownFlow[],
  seenOf: (flow: string) => Promise<readonly ViewedVersion[]>,
): Promise<PickerOption[]> {
  const files = (await openedFiles()).slice(0, filesOffered).map(({ key, file, flow }): PickerOption => ({
    value: sideText({ is: 'file', key }),
    label: file,
    note: `file, “${flow.name}”`,
    icon: <FileBraces className="s" />,
  }))
  const seen = known.map(async ({ id, name }) =>
    (await seenOf(id)).map(({ version }): PickerOption => ({
      value: sideText(viewedVersionName(id, isAbsent(version) ? null : version)),
      label: name,
      note: [versionWords(version), 'as last viewed'].filter(Boolean).join(', '),
      icon: <History className="s" />,
    })),
  )
  const choose = { value: chooseFile, label: 'Choose a file…', icon: <FolderOpen className="s" /> }
  return [choose, ...files, ...(await Promise.all(seen)).flat()]
}

/** The flows of these sides, without duplicates. */
export function knownFlows(sides: readonly { name: SideName | null; words: string }[]): KnownFlow[] {
  const found = new Map<string, string>()
  for (const { name, words } of sides)
    if (name !== null && name.is !== 'file')
      found.set(name.is === 'seen' ? viewedVersionIn(name.key).flow : name.key, words)
  return [...found].map(([id, name]) => ({ id, name }))
}
