import issues from './issues.json'

/** Loaded with the reports; see lib/issue-texts.ts. */
export const issueTexts = { issues }
