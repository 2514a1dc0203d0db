import type { ApiError } from '#api/errors.ts'
import type { Tool } from '#contract/tool.ts'
import type { ToolsView } from './tools-view.ts'

export function ToolFormPanel(_: {
  view: ToolsView
  tool: Tool | undefined
  error: ApiError | null
  onClose: () => void
}) {
  return null
}
