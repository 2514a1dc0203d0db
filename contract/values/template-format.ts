/** The name and version by which a flow template is recognised. Source: docs/api.md, "Template". */
export const templateFormat = 'flow-template'
export const templateVersion = '1.0'
/** Path of the JSON Schema of this version, relative to the base URL. */
export const templateSchemaPath = '/schema/flow-template-1.0.json'
