/** The products that the console can stand in front of. To add one: a folder, and a row here (docs/connectors.md). */
import { activepieces } from './activepieces/activepieces.ts'
import type { ProductConnector } from './connector.ts'
import { flowise } from './flowise/flowise.ts'
import { kestra } from './kestra/kestra.ts'
import { langflow } from './langflow/langflow.ts'
import { n8n } from './n8n/n8n.ts'
import { nodeRed } from './node-red/node-red.ts'
import { windmill } from './windmill/windmill.ts'

export const products: readonly ProductConnector[] = [n8n, nodeRed, flowise, langflow, kestra, activepieces, windmill]
