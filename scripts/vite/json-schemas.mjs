/**
 * Leaves out of the validation library what turns a schema into a JSON Schema: only the service needs that. Every schema
 * refers to this code, so the console would load all of it.
 */

const isSchemas = /\/zod\/v4\/classic\/schemas\.js$/
/** The conversion of each type of schema, the method of all schemas, and the same as Standard Schema names it. */
const conversions = [
  /^ *inst\._zod\.processJSONSchema = .*;$/gm,
  /^ *toJSONSchema\(params\) \{\n.*\n *\},$/gm,
  /^ *jsonSchema: \{\n.*\n.*\n *\},$/gm,
]

/** @param {string} code @param {string} id path of the file */
export const withoutJsonSchemas = (code, id) =>
  isSchemas.test(id) ? conversions.reduce((rest, conversion) => rest.replaceAll(conversion, ''), code) : code

/** @returns {import('vite').Plugin} */
export const jsonSchemasPlugin = () => ({
  name: 'json-schemas',
  apply: 'build',
  transform: {
    order: 'pre',
    handler: (code, id) => ({ code: withoutJsonSchemas(code, id.split('?')[0] ?? id), map: null }),
  },
})
