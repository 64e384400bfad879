import ai_settings from './ai-settings.json'
import included_ai from './included-ai.json'

/** Loaded with the pages about the AI for chat; see lib/texts/assistant-texts.ts. */
export const aiTexts = { ai_settings, included_ai }
