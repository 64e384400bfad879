import assistants from './assistants.json'
import tool_names from './tool-names.json'

/** Loaded with the account page and the page of assistants; see lib/texts/assistant-texts.ts. */
export const assistantTexts = { assistants, tool_names }
