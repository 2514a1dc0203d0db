/** The six categories of tools. Source: docs/api.md, "Tools". */
import { z } from 'zod'

const toolCategories = ['api', 'transform', 'condition', 'agent', 'code', 'global'] as const
export const ToolCategory = z.enum(toolCategories)
export type ToolCategory = z.infer<typeof ToolCategory>
