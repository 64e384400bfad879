import { expect, it } from 'vitest'
import { createSecretBox } from '#kit/crypto.ts'
import { systemClock } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { createTestLog } from '#test/test-log.ts'
import { describeEachEngine } from '#test/engines.ts'
import type { BookListParts } from './book-list-parts.ts'
import * as store from './book-list-store.ts'
import { createConnectionSecrets } from './connection-secrets.ts'
import { createTokenKeeper } from './token-keeper.ts'

const AT = '2020-01-01T00:00:00.000Z'

describeEachEngine('token keepers of two processes', open => {
  it('renew a shared connection once between them (1:4.4)', async () => {
    const database = await open()
    const shown: string[] = []
    const secrets = createConnectionSecrets({
      box: createSecretBox(Buffer.alloc(32, 7)),
      registerSecret: () => {},
    })
    const parts = {
      database,
      clock: systemClock,
      log: createTestLog(),
      secrets,
      sign_in: {
        begin: () => expect.unreachable(),
        redeem: () => expect.unreachable(),
        async renew(refresh_token: string) {
          shown.push(refresh_token)
          await systemClock.sleep(50)
          return { access_token: 'second', refresh_token: 'turned', expires_in_ms: 7 * DAY_MS }
        },
      },
      // A keeper asks for nothing else of a slice's parts.
    } as unknown as BookListParts & { secrets: typeof secrets }
    await database.transaction(tx =>
      store.insertConnection(tx, {
        id: 'bl_1',
        method: 'oauth',
        secret_box: secrets.seal('bl_1', { access_token: 'first', refresh_token: 'spent by now' }),
        expires_at: AT,
        generation: 1,
        renewal_began_at: null,
        reconnect_required: 0,
        created_at: AT,
        updated_at: AT,
      }),
    )
    const row = await store.findConnection(database.read, 'bl_1')
    if (!row) return expect.unreachable()
    const [one, two] = [createTokenKeeper(parts), createTokenKeeper(parts)]
    const read = async (token: string) => token
    const tokens = await Promise.all([
      one.withToken(row, read),
      two.withToken(row, read),
      one.withToken(row, read),
    ])
    expect(tokens).toEqual(['second', 'second', 'second'])
    expect(shown).toEqual(['spent by now'])
    expect(await store.findConnection(database.read, 'bl_1')).toMatchObject({
      generation: 2,
      renewal_began_at: null,
    })
  })
})
