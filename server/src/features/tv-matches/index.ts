export { mapSeasons } from './match-rules.ts'
export type { TvMatches } from './tv-matches.ts'
