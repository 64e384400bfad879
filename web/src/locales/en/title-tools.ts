import title_tools from './title-tools.json'
import work_tools from './work-tools.json'

/** Loaded with the tools of a title; see lib/texts/title-tool-texts.ts. */
export const titleToolTexts = { title_tools, work_tools }
