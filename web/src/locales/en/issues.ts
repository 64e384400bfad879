import issues from './issues.json'

/** Loaded with the reports; see lib/texts/issue-texts.ts. */
export const issueTexts = { issues }
