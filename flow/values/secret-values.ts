/** Literal secrets in values: existing ones are not shown, and new ones are refused. */
import type { Node, Variable } from '#contract/flow.ts'
import { emptyFlow } from '#flow/draft.ts'
import { findSecrets } from '#flow/secrets/secrets.ts'
import { containsToken } from '#flow/secrets/token-shapes.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { ValueChange } from './value-field.ts'

interface SearchedParts {
  nodes: Node[]
  variables: Variable[]
  settings: JsonRecord
}

/** Dotted path as `findSecrets` writes it. */
function pathText({ owner, path }: Pick<ValueChange, 'owner' | 'path'>): string {
  if (owner.kind === 'settings') return ['settings', ...path].join('.')
  return (owner.kind === 'node' ? ['nodes', owner.id, ...path] : ['variables', owner.key, ...path]).join('.')
}

/** Tests whether a field contains a literal secret. Its owner must be in the parts. */
export function secretTest(parts: SearchedParts): (field: Pick<ValueChange, 'owner' | 'path'>) => boolean {
  const paths = findSecrets({ ...emptyFlow(), ...parts }).map(({ path }) => path)
  return (field) => {
    const place = pathText(field)
    return paths.some((path) => path === place || path.startsWith(`${place}.`))
  }
}

/** Whether a name in a value is a secret, as in `{"ghp_…": "x"}`. */
export const hasSecretName = (value: Json): boolean => isRecord(value) && Object.keys(value).some(containsToken)
