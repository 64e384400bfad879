import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { shareAmongTests } from '#test/engines.ts'
import {
  bareEnvironment,
  converse,
  HAS_PYTHON,
  HELPER,
  installHelper,
  type Scenario,
} from '#test/python-helper.ts'
import { createSetTopHelper } from '#upstreams/settop-helper/settop-helper.ts'

const CREDENTIALS = 'aa:bb:cc:dd'
const LOUNGE: Scenario = {
  boxes: [
    { name: 'Lounge', address: '127.0.0.1', identifiers: ['AA:BB', 'second'], model: 'Apple TV 4K' },
    { name: 'Kitchen speaker', address: '127.0.0.2', identifiers: ['CC'], pairing: 'Unsupported' },
    { name: 'Old box', address: '127.0.0.3', identifiers: ['DD'], companion: false },
  ],
  pin: 42,
  credentials: CREDENTIALS,
  apps: ['com.example.other', 'com.firecore.infuse'],
}
const BOX = { address: '127.0.0.1', identifier: 'second' }
const PAIRED = { ...BOX, credentials: CREDENTIALS }
const OPEN = { action: 'open', ...PAIRED, media_type: 'movie', tmdb_id: 900001 }

it(`2/4.12 the helper pins its packages (${HAS_PYTHON ? 'python3 is here' : 'NOT RUN: no Python 3.10 here'})`, () => {
  const needs = readFileSync(join(HELPER, 'requirements.txt'), 'utf8')
  expect(needs).toMatch(/^pyatv==0\.18\.0$/m)
  for (const line of needs.split('\n').filter(line => line && !line.startsWith('#')))
    expect(line).toMatch(/^[\w-]+==[\d.]+(; python_version < "3\.11")?$/)
})

/** Foyer itself does without Python, and so may its tests; the title of the test above says which it was. */
const PYTHONS = HAS_PYTHON ? ['python3'] : []

describe.each(PYTHONS)('2/4.12 the helper for set-top boxes, run by %s', () => {
  const environment = shareAmongTests(bareEnvironment)

  function start(change: Partial<Scenario> = {}) {
    const helper = installHelper(environment(), { ...LOUNGE, ...change })
    return { ...helper, ...converse(helper.file) }
  }

  it('finds boxes that pair by PIN, in the local network or at an address', async () => {
    const lounge = { name: 'Lounge', address: '127.0.0.1', identifier: 'AA:BB', model: 'Apple TV 4K' }
    const nearby = start()
    nearby.send({ action: 'discover' })
    expect(await nearby.next()).toEqual({ state: 'discovered', devices: [lounge] })
    const there = start()
    there.send({ action: 'discover', address: 'localhost' })
    expect(await there.next()).toEqual({ state: 'discovered', devices: [lounge] })
    expect([nearby.calls(), there.calls()]).toEqual([[['scan', null]], [['scan', ['127.0.0.1']]]])
  })

  it('pairs over one connection: the box shows a PIN, Foyer sends it, the helper hands out credentials', async () => {
    const helper = start()
    helper.send({ action: 'pair', ...BOX })
    expect(await helper.next()).toEqual({ state: 'pin_required' })
    helper.send({ pin: '0042' })
    expect(await helper.next()).toEqual({ state: 'paired', credentials: CREDENTIALS })
    expect(await helper.complaintsAtTheEnd()).toBe('')
    expect(helper.calls()).toEqual([
      ['scan', ['127.0.0.1']],
      ['pair', 'Companion', 'Foyer'],
      ['begin'],
      ['finish', 42],
      ['close'],
    ])
  })

  it('refuses a wrong PIN and closes the connection', async () => {
    const helper = start()
    helper.send({ action: 'pair', ...BOX })
    await helper.next()
    helper.send({ pin: '1234' })
    expect(await helper.next()).toEqual({ state: 'error', code: 'invalid_pin' })
    expect(await helper.next()).toBeUndefined()
    expect(helper.calls().at(-1)).toEqual(['close'])
  })

  it('leaves the box alone when Foyer hangs up instead of sending a PIN', async () => {
    const helper = start()
    helper.send({ action: 'pair', ...BOX })
    await helper.next()
    helper.hangUp()
    expect(await helper.next()).toBeUndefined()
    expect(helper.calls().map(call => (call as unknown[])[0])).toEqual(['scan', 'pair', 'begin', 'close'])
  })

  it('checks connection and player over Companion alone, and starts nothing', async () => {
    const helper = start()
    helper.send({ action: 'check', ...PAIRED })
    expect(await helper.next()).toEqual({ state: 'checked' })
    await helper.complaintsAtTheEnd()
    expect(helper.calls()).toEqual([
      ['scan', ['127.0.0.1']],
      ['connect', ['Companion']],
      ['app_list'],
      ['close'],
    ])
  })

  it.each([
    ['open', { media_type: 'tv', tmdb_id: 7 }, ['launch_app', 'infuse://series/7']],
    ['select', {}, ['select']],
  ])('%s %j reaches the box only after Foyer agreed', async (action, what, call) => {
    const helper = start()
    helper.send({ action, ...PAIRED, ...what })
    expect(await helper.next()).toEqual({ state: 'ready' })
    expect(helper.calls()).not.toContainEqual(call)
    helper.send({ commit: true })
    expect(await helper.next()).toEqual({ state: 'sent' })
    await helper.complaintsAtTheEnd()
    expect(helper.calls()).toContainEqual(call)
  })

  it('sends nothing without the go-ahead', async () => {
    const helper = start()
    helper.send(OPEN)
    await helper.next()
    helper.send({ commit: false })
    expect(await helper.next()).toEqual({ state: 'error', code: 'invalid_request' })
    expect(JSON.stringify(helper.calls())).not.toContain('launch')
  })

  it.each([
    ['another box answers at the address', { ...PAIRED, identifier: 'CC' }, {}, 'identity_changed'],
    ['nothing answers there', { ...PAIRED, address: '127.0.0.9' }, {}, 'unreachable'],
    ['the box no longer knows Foyer', { ...PAIRED, credentials: 'ee:ff' }, {}, 'needs_pairing'],
    ['the player is not installed', PAIRED, { apps: [] }, 'player_missing'],
    ['pyatv fails', PAIRED, { faults: { app_list: 'RuntimeError' } }, 'unavailable'],
  ])('when %s, says so by a code alone', async (_, box, change, code) => {
    const helper = start(change)
    helper.send({ action: 'check', ...box })
    expect(await helper.next()).toEqual({ state: 'error', code })
    expect(await helper.next()).toBeUndefined()
    expect(await helper.complaintsAtTheEnd()).toBe('')
  })

  it('understands the server, and is understood by it', async () => {
    const helper = installHelper(environment(), LOUNGE)
    const boxes = createSetTopHelper({ clock: systemClock, path: helper.file })
    const [found] = await boxes.discover('127.0.0.1')
    if (!found) throw new Error('one box is played')
    const pairing = await boxes.beginPairing(found)
    const paired = { ...found, credentials: await pairing.finish('0042') }
    await boxes.check(paired)
    await boxes.open(paired, { media_type: 'movie', tmdb_id: 900001 }, async commit => commit())
    await boxes.select(paired, async commit => commit())
    expect(helper.calls()).toEqual(
      expect.arrayContaining([['launch_app', 'infuse://movie/900001'], ['select']]),
    )
    await expect(boxes.check({ ...paired, credentials: 'ee:ff' })).rejects.toThrow('needs_pairing')
  })

  it('keeps its rules, which are tested in Python', () => {
    const tests = spawnSync('python3', ['-B', '-m', 'unittest'], { cwd: join(HELPER, 'test') })
    expect(tests.stderr.toString()).toMatch(/Ran [1-9]\d* tests.*OK\s*$/s)
  })

  it('answers unsupported where pyatv is not installed', async () => {
    const { send, next } = converse(installHelper(environment()).file)
    send({ action: 'discover' })
    expect(await next()).toEqual({ state: 'error', code: 'unsupported' })
  })
})
