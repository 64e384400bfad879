import { Refusal } from '#kit/refusal.ts'
import type { ProveAlbum } from '../dependencies.ts'
import type { Prepared } from './request-preparation.ts'

type Asked = Pick<Prepared, 'wanted' | 'instance'>

/**
 * 1:4.9.3: an album that exceeds the allowance is free if the library proves that it needs nothing. This is impossible
 * for a release whose release group is not known yet.
 */
export async function isProvenAlbum(proveAlbum: ProveAlbum, { wanted, instance }: Asked): Promise<boolean> {
  if (wanted.media_type !== 'music' || wanted.foreign_id === null) return false
  return proveAlbum(instance, wanted.foreign_id)
}

export function exceedsAllowance(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'request_quota_exceeded'
}
