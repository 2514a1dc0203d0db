/** Names of the credentials that a flow of another product refers to, from its template. Pure. */
import { isRecord, listOf, recordOf, textOf, type Json } from '#lib/json/json.ts'

/** A credential in a node: `{"slackApi": {"id": "7", "name": "Team"}}`, in old files `{"slackApi": "Team"}`. */
const nameOf = (value: Json | undefined): string => (isRecord(value) ? textOf(value['name']) : textOf(value))

/** The names, each once and in order. */
export function credentialNames(template: Json): string[] {
  const flow = recordOf(recordOf(template)['flow'])
  const names = listOf(flow['nodes']).flatMap((node) =>
    Object.values(recordOf(recordOf(recordOf(node)['config'])['credentials'])).map(nameOf),
  )
  return [...new Set(names.filter((name) => name !== ''))]
}
