/** The products that the console can stand in front of. To add one: a folder, and a row here (docs/connectors.md). */
import { activepieces } from './activepieces/activepieces.ts'
import type { ProductConnector } from './connector.ts'
import { kestra } from './kestra/kestra.ts'
import { n8n } from './n8n/n8n.ts'

export const products: readonly ProductConnector[] = [n8n, kestra, activepieces]
