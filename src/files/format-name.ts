const names: Record<string, string> = {
  'flow-template': 'flow template',
  n8n: 'n8n',
  'node-red': 'Node-RED',
  flowise: 'Flowise',
  langflow: 'Langflow',
  dify: 'Dify',
  comfyui: 'ComfyUI',
  'comfyui-api': 'ComfyUI (API form)',
  kestra: 'Kestra',
  activepieces: 'Activepieces',
  sim: 'Sim',
  rivet: 'Rivet',
  'obsidian-canvas': 'Obsidian canvas',
  'node-link': 'node-link graph',
  generic: 'nodes and edges',
}

/** Display name of a file format. */
export const formatName = (format: string): string =>
  (Object.hasOwn(names, format) ? names[format] : undefined) ?? format
