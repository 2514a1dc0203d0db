import { Note } from '#ui/feedback/note.tsx'

/** The tool in the URL is not in the visible list, and the service has no read of a single tool. */
export const ToolNotListed = () => (
  <Note title="This tool is not on this page of the list">
    This service shows tools only in its list. Search for it by name.
  </Note>
)
