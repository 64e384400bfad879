export { mapSeasons } from './match-rules.ts'
export { tvMatchRoutes } from './tv-match-routes.ts'
export { tvRepairRoutes } from './tv-repair-routes.ts'
export { createTvMatches, type TvMatches } from './tv-matches.ts'
