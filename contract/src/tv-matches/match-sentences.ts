/** What Foyer says of the match of a show (1:4.7). Clients that speak another language find it here. */
export const MATCH_SENTENCES = {
  match_paused: 'Matching is paused for this show.',
  no_series_found: 'No series of this title and year was found.',
  several_series_found: 'Several series have this title and year.',
  no_library: 'There is no library to search.',
  no_series_with_id: 'Sonarr did not find a series with this TVDB ID.',
  no_such_season: 'The series has no season {{season}}.',
  no_such_seasons: 'The series does not have these seasons.',
} as const

/** Those that say why a show has no match. */
export type MatchReason = (typeof MATCH_SENTENCES)['no_series_found' | 'several_series_found' | 'no_library']
