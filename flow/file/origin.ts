/** Where a flow comes from, as the readers of files keep it in `metadata.source`. Pure. */
import { idOf, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'

/** Id that the flow has in its product, with the format of the file: "n8n:8F2k"; null if its files have none. */
export function originOf(metadata: JsonRecord): string | null {
  const source = recordOf(metadata['source'])
  const format = textOf(source['format'])
  const ids = {
    activepieces: recordOf(source['flow'])['id'] ?? source['id'],
    'node-red': source['z'],
    rivet: recordOf(source['graph'])['id'],
    windmill: source['path'],
  }
  const id = idOf(Object.entries(ids).find(([name]) => name === format)?.[1] ?? source['id'])
  return format === '' || id === null || id === '' ? null : `${format}:${id}`
}

/** Time at which the product last changed the flow, in ms; null if its files do not say. */
export function originTime(metadata: JsonRecord): number | null {
  const source = recordOf(metadata['source'])
  for (const name of ['updatedAt', 'updated_at', 'updatedDate']) {
    const time = Date.parse(textOf(source[name]))
    if (Number.isFinite(time)) return time
  }
  return null
}
