/** Endpoints of flows, from Node-RED's tabs. */
import { flow } from '#contract/flow.ts'
import { isRecord, type JsonRecord } from '#lib/json/json.ts'
import type { Warning } from '#flow/draft.ts'
import { nodeRedItems } from '#flow/formats/readers/node-red.ts'
import { Fault } from '#server/base/fault.ts'
import { answer, FileAnswer, type ConnectorHandler } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { ownFileOf, unchangedImport } from '#server/connectors/own-file.ts'
import { nameOf } from './flows-index.ts'
import { hasEnabledFlow, missingTypes } from './missing-types.ts'
import type { NodeSets } from './node-red-schemas.ts'
import { newId, sheetOf, type NodeRedState } from './node-red-state.ts'
import { itemsOfTab, packagesOf } from './tab-export.ts'
import { importedItems, type Imported } from './tab-import.ts'

/** Indentation of the editor's formatted JSON. */
const indent = 4

/** Reading flows and their files. */
function readHandlers(state: NodeRedState): ConnectorHandler[] {
  return [
    answer(flow.list, async ({ query, filter }) => {
      const { rows } = await state.flows()
      return listPage(flow.list, { rows, isComplete: true }, { query: { ordering: 'name', ...query }, filter })
    }),
    answer(flow.read, async ({ params: { id } }) => state.detailOf(await state.readFlows(), id)),
    answer(flow.export, async ({ params: { id } }) => {
      const { index } = await state.readFlows()
      const sheet = sheetOf(index, id)
      const items = itemsOfTab(sheet, index)
      // Without the right to read the installed packages, their list is left out.
      const sets = (await state.nodeSets()) ?? []
      const file = [...items, ...packagesOf(items, sets, id)]
      return new FileAnswer(JSON.stringify(file, null, indent), `${nameOf(sheet.owner)}.json`)
    }),
  ]
}

/**
 * Node-RED starts no flow at all while a type of any node is missing, not even those that it stopped for a change.
 * Throws if new items would do that to flows that run; else a warning, if there are such types.
 */
function checkTypes(existing: readonly JsonRecord[], added: readonly JsonRecord[], sets: NodeSets | null): Warning[] {
  const missing = sets === null ? [] : missingTypes([...existing, ...added], sets)
  if (sets === null || missing.length === 0) return []
  const names = missing.join(', ')
  if (hasEnabledFlow(existing) && missingTypes(existing, sets).length === 0)
    throw new Fault(
      'not_ready',
      `This Node-RED lacks node types of the file: ${names}. With them, it no longer starts any flow. Install their packages in Node-RED first.`,
    )
  return [{ code: 'missing_types', message: `Node-RED starts no flow until these node types are installed: ${names}.` }]
}

/** Adds the items of a file; answers with its first tab. */
async function importItems(state: NodeRedState, file: readonly JsonRecord[], name: string | null) {
  const sets = await state.nodeSets()
  let imported: Imported = { items: [], tabs: [], warnings: [] }
  const flows = await state.write(({ file: { flows: existing } }) => {
    imported = importedItems(file, existing, { name, newId })
    if (imported.tabs.length === 0) throw new Fault('not_a_template', 'This file has no nodes outside of subflows.')
    imported.warnings.push(...checkTypes(existing, imported.items, sets))
    return [...existing, ...imported.items]
  })
  const { tabs, warnings } = imported
  return { detail: state.detailOf(flows, tabs[0] ?? ''), tabs, warnings }
}

/** Adding flows: empty ones, copies, and files. */
function createHandlers(state: NodeRedState): ConnectorHandler[] {
  return [
    answer(flow.create, async ({ body: { name, description = '' } }) => {
      const id = newId()
      const tab = { id, type: 'tab', label: name, disabled: false, info: description, env: [] }
      return state.detailOf(await state.write(({ file }) => [...file.flows, tab]), id)
    }),
    answer(flow.import, async ({ body: { template, name = null } }) => {
      const file = nodeRedItems(ownFileOf({ title: 'Node-RED', format: 'node-red' }, template)).filter(isRecord)
      const { detail, tabs, warnings } = await importItems(state, file, name)
      const others = { code: 'several_flows', message: `The file has ${tabs.length} flows. All were imported.` }
      return {
        ...detail,
        import: unchangedImport('node-red', [...(tabs.length > 1 ? [others] : []), ...warnings]),
      }
    }),
    answer(flow.duplicate, async ({ params: { id }, body: { name } }) => {
      const { index } = await state.readFlows()
      const sheet = sheetOf(index, id)
      const title = name ?? `${nameOf(sheet.owner)} (copy)`
      return (await importItems(state, itemsOfTab(sheet, index), title)).detail
    }),
  ]
}

/** Changing one flow. */
function changeHandlers(state: NodeRedState): ConnectorHandler[] {
  const setDisabled = async (id: string, disabled: boolean, expected: Parameters<NodeRedState['change']>[1]) => {
    const flows = await state.change(id, expected, (item, { owner }) => [item === owner ? { ...item, disabled } : item])
    return state.detailOf(flows, id)
  }
  return [
    answer(flow.rename, async ({ params: { id }, body: { name, description }, expected }) => {
      const changes = {
        ...(name === undefined ? {} : { label: name }),
        ...(description === undefined ? {} : { info: description }),
      }
      const flows = await state.change(id, expected, (item, { owner }) => [
        item === owner ? { ...item, ...changes } : item,
      ])
      return state.detailOf(flows, id)
    }),
    answer(flow.activate, ({ params: { id }, expected }) => setDisabled(id, false, expected)),
    answer(flow.pause, ({ params: { id }, expected }) => setDisabled(id, true, expected)),
    answer(flow.remove, async ({ params: { id }, expected }) => {
      await state.change(id, expected, () => [])
      return null
    }),
  ]
}

/** Endpoints of flows. */
export const flowHandlers = (state: NodeRedState): ConnectorHandler[] => [
  ...readHandlers(state),
  ...createHandlers(state),
  ...changeHandlers(state),
]
