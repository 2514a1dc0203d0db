/** The products that the console can stand in front of. To add one: a folder, and a row here (docs/connectors.md). */
import type { ProductConnector } from './connector.ts'
import { n8n } from './n8n/n8n.ts'

export const products: readonly ProductConnector[] = [n8n]
