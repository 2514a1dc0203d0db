/** The name and version by which a flow template is recognised. Source: API.md §3. */
export const templateFormat = 'flow-template'
export const templateVersion = '1.0'
