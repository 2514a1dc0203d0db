/**
 * Zod schema and JSON Schema of a flow template as it may be written by hand. Derived from the export
 * (contract/flow.ts): the same fields and values, but only the indispensable fields are required. Imports are checked
 * against the published schema (server/tasks/template-check.ts). Only the service uses this file.
 */
import { z } from 'zod'
import { Edge, Node, Template, Variable } from './flow.ts'
import { JsonObject } from './kernel/page.ts'
import { templateSchemaPath } from './values/template-format.ts'

/** Values are not validated: the input was parsed from JSON, and there may be a million nested values. */
const AnyObject = z.record(z.string(), z.unknown())

const TemplateNode = Node.extend({ config: AnyObject }).partial({
  name: true,
  position: true,
  size: true,
  parent: true,
  tool: true,
  config: true,
  disabled: true,
  notes: true,
})

const TemplateEdge = Edge.partial({
  id: true,
  source_handle: true,
  target_handle: true,
  label: true,
  condition: true,
})

const TemplateVariable = Variable.extend({ value: z.unknown().optional() })

const { flow, requires } = Template.shape

const TemplateFlow = z.looseObject({
  ...flow.shape,
  description: flow.shape.description.optional(),
  nodes: z.array(TemplateNode),
  edges: z.array(TemplateEdge),
  metadata: AnyObject.optional(),
  variables: z.array(TemplateVariable).optional(),
  settings: AnyObject.optional(),
})

/** A flow template as it may be written by hand; an export has every field. */
export const TemplateFile = z.looseObject({
  ...Template.shape,
  exported_at: Template.shape.exported_at.optional(),
  generator: z.looseObject(Template.shape.generator.shape).optional(),
  flow: TemplateFlow,
  requires: z.looseObject(requires.shape).partial().optional(),
  redacted: Template.shape.redacted.optional(),
})

const definitions = z.registry<{ id: string; description: string }>()
definitions.add(TemplateNode, {
  id: 'Node',
  description: 'A step, a group or a note, with a unique id. `position` is the top-left corner. Other fields are kept.',
})
definitions.add(TemplateEdge, {
  id: 'Edge',
  description: 'A connection from an output of one node to another node. Other fields are kept.',
})
definitions.add(TemplateVariable, { id: 'Variable', description: 'A value that all steps can use.' })

/** JSON Schema 2020-12 of `TemplateFile`. */
export function templateSchema(): z.infer<typeof JsonObject> {
  const { $schema, ...schema } = z.toJSONSchema(TemplateFile, { metadata: definitions, io: 'input' })
  const whole = {
    $schema,
    $id: `.${templateSchemaPath.slice(templateSchemaPath.lastIndexOf('/'))}`,
    title: 'Flow template 1.0',
    description: 'A flow as a file: its nodes and edges, and what it needs from the account that runs it.',
    ...schema,
  }
  return JsonObject.parse(JSON.parse(JSON.stringify(whole)))
}
