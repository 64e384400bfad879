import type { ContentPolicy } from '@foyer/contract/kids'
import { type Call, expectOk } from './calls.ts'

export const POLICY: ContentPolicy = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [27],
  blocked_tv_genres: [10_765],
}

/** Makes an account a kids account: with the limits of `POLICY`, except for what is changed. */
export async function setContentLimits(
  asAdmin: Call,
  user_id: number,
  change: Partial<ContentPolicy> = {},
): Promise<void> {
  expectOk(await asAdmin('PUT', `/api/admin/users/${user_id}/content-policy`, { ...POLICY, ...change }))
}
