export type { Closing, IssueRecord, Issues, NewMessage, Sighting } from './issue.ts'
