import type { Tx } from '#db/database.ts'

/** False when this token was used before. Forgets those that have expired. */
export async function useLogoutToken(
  tx: Tx,
  token: { issuer: string; jti: string; expires_at: string },
  now: string,
): Promise<boolean> {
  await tx.deleteFrom('oidc_logout_tokens').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oidc_logout_tokens')
    .values(token)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
