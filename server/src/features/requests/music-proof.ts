import { Refusal } from '#kit/refusal.ts'
import type { ProveAlbum } from './neighbours.ts'
import type { Prepared } from './request-preparation.ts'

type Asked = Pick<Prepared, 'wish' | 'instance'>

/**
 * 1:4.9.3: an album that exceeds an allowance may first be proven to need nothing. A pressing whose release group
 * nobody named yet cannot be.
 */
export async function isProvenAlbum(proveAlbum: ProveAlbum, { wish, instance }: Asked): Promise<boolean> {
  if (wish.media_type !== 'music' || wish.foreign_id === null) return false
  return proveAlbum(instance, wish.foreign_id)
}

export function isOverPrice(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'request_quota_exceeded'
}
