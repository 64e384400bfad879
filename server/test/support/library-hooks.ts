import { expect } from 'vitest'
import { usernameFor } from '#features/library-webhooks/webhook-rules.ts'
import { sha256 } from '#kit/crypto.ts'
import type { TestApp } from './app.ts'

/** What a manager's webhook says, with a credential of its own. */
export async function installHook(app: TestApp, instance_id: string) {
  const credential_hash = sha256('secret')
  const row = { credential_hash, former_hash: null, pending_box: null, callback_url: 'http://f' }
  await app.database.transaction(async tx => {
    await tx.deleteFrom('instance_webhooks').where('instance_id', '=', instance_id).execute()
    await tx
      .insertInto('instance_webhooks')
      .values({ instance_id, ...row, accepted_at: null })
      .execute()
  })
  const basic = Buffer.from(`${usernameFor(credential_hash)}:secret`).toString('base64')
  return async (body: object) => {
    const answer = await app.call('POST', `/api/webhooks/library/${instance_id}`, {
      body: { eventType: 'Download', ...body },
      headers: { authorization: `Basic ${basic}` },
    })
    expect(answer.body).toEqual({ ok: true })
  }
}
