export type { Closing, IssueRecord, Issues, Sighting } from './issue.ts'
export { noteAgentProvider } from './lifecycle/system-issues.ts'
export { countUnread, countWaiting } from './store/issue-store.ts'
export { cleanText } from './text-rules.ts'
