/** Endpoints of tools, from Node-RED's subflows and config nodes. */
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { toolEndpoints } from '#server/connectors/tool-list.ts'
import type { NodeRedState } from './node-red-state.ts'
import { allTools } from './tool-rows.ts'

export const toolHandlers = (state: NodeRedState): ConnectorHandler[] =>
  toolEndpoints({
    all: async () => allTools((await state.flows()).index),
    flowOf: async (id) => (await state.flows()).rows.find((row) => row.id === id),
  })
