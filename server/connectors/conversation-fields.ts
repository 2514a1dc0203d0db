/** The published filter fields of conversations: only those that a product knows. Pure. */
import { conversationFields } from '#contract/conversation.ts'
import { groupLimits } from '#contract/filter/filter-group.ts'

/** `GET /conversation/fields/` for the fields with these names; a filter on any other would find nothing. */
export function fieldsAnswer(names: readonly string[]) {
  const { fields, defaultOrdering } = conversationFields
  return {
    fields: fields
      .filter(({ name }) => names.includes(name))
      .map(({ name, label, type, operators, values, indexed, orderable, facet }) => ({
        name,
        label,
        type,
        operators: [...operators],
        values: [...values],
        indexed,
        orderable,
        facet,
      })),
    custom_prefix: null,
    custom_keys: [],
    default_ordering: defaultOrdering,
    group_limits: groupLimits,
  }
}
