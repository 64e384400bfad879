import { createSentenceFinder } from '../sentences.ts'

/** The titles of Foyer's own issues (2:4.7.3), which clients say in their reader's language. */
export const SYSTEM_ISSUE_TITLES = {
  ai_health: 'The included AI profile does not answer',
  agent_provider: 'The agent has no AI profile',
} as const

export type SystemIssue = keyof typeof SYSTEM_ISSUE_TITLES

/** Undefined: an issue about a title, or one of a newer server. */
export const findSystemIssue = createSentenceFinder(SYSTEM_ISSUE_TITLES)
