/**
 * Schema of a flow file as it may be written by hand, and its JSON Schema. Derived from the export (contract/flow.ts):
 * the same fields and values, of which only the indispensable ones are required. Imports validate with it
 * (server/tasks/flow-import.ts) and it is published, so both always agree. Used by the service alone.
 */
import { z } from 'zod'
import { Edge, Node, Template, Variable } from './flow.ts'
import { JsonObject } from './kernel/page.ts'
import { templateSchemaPath } from './values/template-format.ts'

/** The input was parsed from JSON, so validating up to a million nested values again is pointless. */
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
  description:
    'A step, a group or a note; its id occurs once. `position` is the top-left corner. Other fields are kept.',
})
definitions.add(TemplateEdge, {
  id: 'Edge',
  description: 'From a node, by one of its outputs, to a node. Other fields are kept.',
})
definitions.add(TemplateVariable, { id: 'Variable', description: 'A value shared by all steps.' })

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
