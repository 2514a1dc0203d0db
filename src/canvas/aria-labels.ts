/** What React Flow says by itself, in the words of the console. */
import type { AriaLabelConfig } from '@xyflow/react'

export const ariaLabels: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': 'Press Enter for details.',
  'node.a11yDescription.keyboardDisabled': 'The arrow keys of the canvas walk here.',
  'edge.a11yDescription.default': 'An edge between two nodes.',
  'controls.ariaLabel': 'View',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit',
  'minimap.ariaLabel': 'Map of the flow',
  'handle.ariaLabel': 'Port',
}
