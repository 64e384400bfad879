import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { converse, HELPER, installHelper } from '#test/python-helper.ts'

/** A virtual environment with pyatv, and a checkout of pyatv of the same version: docs/fidelity.md. */
const ENVIRONMENT = process.env['FOYER_REAL_PYATV'] ?? ''
const SOURCE = process.env['FOYER_REAL_PYATV_SOURCE'] ?? ''

/** As with Audiobookshelf: the test runs only where the environment names a real one. */
const ENVIRONMENTS = ENVIRONMENT ? [ENVIRONMENT] : []

it('needs both the environment and the source of pyatv, or neither', () => {
  const places = [join(ENVIRONMENT, 'bin/python'), join(SOURCE, 'tests/fake_device/companion.py')]
  expect(places.filter(existsSync)).toHaveLength(ENVIRONMENT || SOURCE ? 2 : 0)
})

describe.each(ENVIRONMENTS)('the helper with the real pyatv of %s and its fake Apple TV', () => {
  const box = shareAmongTests(async () => {
    const { send, next } = converse(join(ENVIRONMENT, 'bin/python'), [
      join(HELPER, 'test/real_box.py'),
      SOURCE,
    ])
    const { port, identifier } = (await next()) as { port: number; identifier: string }
    return {
      identifier,
      port,
      async tell(command: string): Promise<unknown> {
        send(command)
        return next()
      },
    }
  })
  const paired = shareAmongTests(async () => {
    const helper = start()
    helper.send({ action: 'pair', address: '127.0.0.1', identifier: box().identifier })
    await helper.next()
    helper.send({ pin: '1111' })
    const { credentials } = (await helper.next()) as { credentials: string }
    return { address: '127.0.0.1', identifier: box().identifier, credentials }
  })

  /** The only variable is one of pyatv itself: the port of its name service on loopback. */
  function start() {
    return converse(installHelper(ENVIRONMENT).file, [], { PYATV_UDNS_PORT: String(box().port) })
  }

  async function answerTo(request: object): Promise<unknown> {
    const helper = start()
    helper.send(request)
    return helper.next()
  }

  it('finds it by host name', async () => {
    expect(await answerTo({ action: 'discover', address: 'localhost' })).toEqual({
      state: 'discovered',
      devices: [{ name: 'Lounge', address: '127.0.0.1', identifier: box().identifier, model: 'Apple TV 4K' }],
    })
  })

  it('pairs with its PIN, and not with another', async () => {
    expect(paired().credentials).toMatch(/^[0-9a-f]{64}:[0-9a-f]{64}:[0-9a-f]+:[0-9a-f]+$/)
    expect(await box().tell('state')).toMatchObject({ has_paired: true })
    const helper = start()
    helper.send({ action: 'pair', address: '127.0.0.1', identifier: box().identifier })
    expect(await helper.next()).toEqual({ state: 'pin_required' })
    helper.send({ pin: '1112' })
    expect(await helper.next()).toEqual({ state: 'error', code: 'invalid_pin' })
  })

  it('checks, opens and selects', async () => {
    expect(await answerTo({ action: 'check', ...paired() })).toEqual({ state: 'checked' })
    for (const request of [{ action: 'open', media_type: 'tv', tmdb_id: 900201 }, { action: 'select' }]) {
      const helper = start()
      helper.send({ ...request, ...paired() })
      expect(await helper.next()).toEqual({ state: 'ready' })
      helper.send({ commit: true })
      expect(await helper.next()).toEqual({ state: 'sent' })
      expect(await helper.complaintsAtTheEnd()).toBe('')
    }
    expect(await box().tell('state')).toMatchObject({ url: 'infuse://series/900201', button: 'select' })
  })

  it('reports why an operation failed', async () => {
    const revoked = paired().credentials.replace(/[0-9a-f]/g, 'a')
    expect(await answerTo({ action: 'check', ...paired(), credentials: revoked })).toEqual({
      state: 'error',
      code: 'needs_pairing',
    })
    expect(await answerTo({ action: 'check', ...paired(), identifier: 'another' })).toEqual({
      state: 'error',
      code: 'identity_changed',
    })
    await box().tell('without player')
    expect(await answerTo({ action: 'check', ...paired() })).toEqual({
      state: 'error',
      code: 'player_missing',
    })
  })
})
