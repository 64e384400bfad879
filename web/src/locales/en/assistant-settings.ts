import ai_tools from './ai-tools.json'
import profile_proposals from './profile-proposals.json'
import settings_changes from './settings-changes.json'
import tool_names from './tool-names.json'

/** Loaded with the admin's pages about assistants; see lib/texts/assistant-texts.ts. */
export const assistantSettings = { ai_tools, profile_proposals, settings_changes, tool_names }
