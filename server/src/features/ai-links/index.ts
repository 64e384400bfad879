export type { AiLinks, LinkState } from './ai-links.ts'
export { userIdOf } from './ai-link-rules.ts'
export type { LinkOwner } from './ai-links-tables.ts'
