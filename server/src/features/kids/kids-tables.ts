import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** A user with a row here is a kids account (1:1.4). */
export interface ContentPoliciesTable {
  user_id: Fixed<number>
  max_movie_rating: string
  max_tv_rating: string
  rating_region: string
  block_unrated: Flag
  /** JSON lists of genre ids. */
  blocked_movie_genres: string
  blocked_tv_genres: string
  trailers_allowed: Flag
  updated_at: Time
}

export interface KidsTables {
  content_policies: ContentPoliciesTable
}
