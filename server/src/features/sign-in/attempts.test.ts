import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { ATTEMPT_MS, createAttempts, MAX_ATTEMPTS } from './attempts.ts'

const Data = z.object({ verifier: z.string() })
const box = createSecretBox(new Uint8Array(32).fill(7))

function build(database: Database) {
  const clock = createTestClock()
  const attempts = createAttempts({ database, box, clock }, { method: 'oidc', schema: Data })
  const others = createAttempts({ database, box, clock }, { method: 'invite_server', schema: Data })
  const read = (flow: string) => attempts.read(database.read, flow)
  const known = async (flow: string) => {
    const attempt = await read(flow)
    if (!attempt) throw new Error('the attempt is gone')
    return attempt
  }
  return { clock, attempts, others, read, known }
}

describeEachEngine('a sign-in under way (2:4.3, 2:4.4)', open => {
  it('is known to whoever has its flow, for ten minutes', async () => {
    const { clock, attempts, others, read } = build(await open())
    const { flow } = await attempts.begin({ verifier: 'one' })
    expect((await read(flow))?.data).toEqual({ verifier: 'one' })
    expect(await read('f_unknown')).toBeNull()
    clock.advance(ATTEMPT_MS - 1)
    expect(await read(flow)).not.toBeNull()
    clock.advance(1)
    expect(await read(flow)).toBeNull()
    expect((await others.begin({ verifier: 'two' })).flow).not.toBe(flow)
  })

  it('belongs to its method', async () => {
    const database = await open()
    const { attempts, others } = build(database)
    const { flow } = await attempts.begin({ verifier: 'one' })
    expect(await others.read(database.read, flow)).toBeNull()
  })

  it('is stored without its flow and its contents', async () => {
    const database = await open()
    const { attempts } = build(database)
    const { flow } = await attempts.begin({ verifier: 'plainly-visible' })
    const rows = JSON.stringify(await database.read.selectFrom('sign_in_attempts').selectAll().execute())
    expect(rows).not.toContain(flow)
    expect(rows).not.toContain('plainly-visible')
  })

  it('is changed and used by one of two who hold it', async () => {
    const database = await open()
    const { attempts, known } = build(database)
    const { flow } = await attempts.begin({ verifier: 'one' })
    const [mine, theirs] = [await known(flow), await known(flow)]
    const changed = await database.transaction(tx => attempts.change(tx, mine, { verifier: 'mine' }))
    expect(await database.transaction(tx => attempts.change(tx, theirs, { verifier: 'theirs' }))).toBeNull()
    expect(await database.transaction(tx => attempts.take(tx, theirs))).toBe(false)
    expect((await known(flow)).data).toEqual({ verifier: 'mine' })
    if (!changed) throw new Error('the first change must succeed')
    expect(await database.transaction(tx => attempts.take(tx, changed))).toBe(true)
    expect(await database.transaction(tx => attempts.take(tx, changed))).toBe(false)
  })

  it('ends by what it is about, while it is open and of its method', async () => {
    const database = await open()
    const { clock, attempts, others, read } = build(database)
    const [one, two] = [await attempts.begin({ verifier: 'one' }), await attempts.begin({ verifier: 'two' })]
    const other = await others.begin({ verifier: 'one' })
    const endOnes = () =>
      database.transaction(tx => attempts.endMatching(tx, ({ verifier }) => verifier === 'one'))
    expect(await endOnes()).toBe(1)
    expect(await read(one.flow)).toBeNull()
    expect(await read(two.flow)).not.toBeNull()
    expect(await others.read(database.read, other.flow)).not.toBeNull()
    await attempts.begin({ verifier: 'one' })
    clock.advance(ATTEMPT_MS)
    expect(await endOnes()).toBe(0)
  })

  it('ends with all others of its method', async () => {
    const database = await open()
    const { attempts, others, read } = build(database)
    const { flow } = await attempts.begin({ verifier: 'one' })
    const other = await others.begin({ verifier: 'two' })
    await database.transaction(tx => attempts.endAll(tx))
    expect(await read(flow)).toBeNull()
    expect(await others.read(database.read, other.flow)).not.toBeNull()
  })

  it('is refused beyond the cap, until others expire', async () => {
    const database = await open()
    const { clock, attempts, others } = build(database)
    const expires_at = '2999-01-01T00:00:00.000Z'
    await database.transaction(tx =>
      tx
        .insertInto('sign_in_attempts')
        .values(
          Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => ({
            flow_hash: `hash ${i}`,
            method: 'oidc' as const,
            version: 0,
            data: '',
            expires_at,
          })),
        )
        .execute(),
    )
    await attempts.begin({ verifier: 'the last one' })
    await expect(attempts.begin({ verifier: 'one more' })).rejects.toMatchObject({ status: 503 })
    expect(await others.begin({ verifier: 'another method' })).toHaveProperty('flow')
    clock.advance(ATTEMPT_MS)
    expect(await attempts.begin({ verifier: 'in the place of the last one' })).toHaveProperty('flow')
  })
})
