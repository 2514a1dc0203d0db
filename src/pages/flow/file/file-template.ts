import type { OpenFileFlow } from './use-file-flow.ts'

/**
 * The flow of a file as a template, written off the main thread: the same bytes as an export, with the time of its
 * opening.
 */
export function fileTemplateText({ opened, flow, data }: OpenFileFlow): Promise<Blob> {
  const { name, description, metadata, variables, settings } = flow
  const updated_at = new Date(opened.at).toISOString()
  return data.ask('export file', { name, description, metadata, variables, settings, updated_at })
}
