import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import { describe, expect, it } from 'vitest'
import {
  changeOf,
  completeAddress,
  gapsOf,
  needsSecretAgain,
  newDestination,
  newValues,
  trialOf,
  valuesOf,
} from './destination-draft.ts'

const ntfy: Destination = {
  id: 'd1',
  kind: 'ntfy',
  name: 'Phones',
  enabled: true,
  events: ['new_movie'],
  target: 'ntfy.example.org',
  has_secret: true,
  confirmed: true,
  health: 'ok',
}
const saved = valuesOf(ntfy)

describe('C64 a new destination', () => {
  it('starts with what is on by default, and for people with decisions on their requests', () => {
    const household = newValues('household', true, 'ntfy').events
    expect(household).toContain('request_pending')
    expect(household).not.toContain('request_decision')
    const own = newValues('personal', false, 'ntfy').events
    expect(own).toContain('request_decision')
    expect(own).not.toContain('request_pending')
  })

  it('is sent with a complete address, and without an empty secret', () => {
    const values = { ...newValues('household', true, ' ntfy '), address: ' ntfy.sh/foyer ' }
    expect(newDestination('ntfy', 'household', values)).toEqual({
      kind: 'ntfy',
      name: 'ntfy',
      events: values.events,
      address: 'https://ntfy.sh/foyer',
    })
  })

  it.each<[DestinationKind, 'household' | 'personal', string, string]>([
    ['gotify', 'household', '192.168.1.20:8070', 'http://192.168.1.20:8070'],
    ['ntfy', 'household', 'http://nas.lan/alerts', 'http://nas.lan/alerts'],
    ['ntfy', 'personal', 'ntfy.sh/mine', 'https://ntfy.sh/mine'],
    ['telegram', 'personal', ' -100123 ', '-100123'],
    ['email', 'personal', 'mia@example.org', 'mia@example.org'],
  ])('%s for %s: %s', (kind, scope, typed, address) => {
    expect(completeAddress(kind, scope, typed)).toBe(address)
  })

  it('needs a name, an address, and a token where the product demands one', () => {
    const empty = newValues('household', true, ' ')
    expect(gapsOf('ntfy', empty, false)).toEqual(['name', 'address'])
    expect(gapsOf('gotify', empty, false)).toEqual(['name', 'address', 'secret'])
    expect(gapsOf('gotify', { ...saved, secret: 'token' }, false)).toEqual([])
  })
})

describe('C64 a stored destination', () => {
  it('keeps the address and the secret that were not touched', () => {
    expect(changeOf('household', saved, ntfy)).toEqual({ name: 'Phones', events: ['new_movie'] })
  })

  it('clears an emptied secret, and sends a new one', () => {
    expect(changeOf('household', { ...saved, secret: '' }, ntfy)).toMatchObject({ clear_secret: true })
    expect(changeOf('household', { ...saved, secret: ' new ' }, ntfy)).toMatchObject({ secret: 'new' })
    const without = { ...ntfy, has_secret: false }
    expect(changeOf('household', valuesOf(without), without)).not.toHaveProperty('clear_secret')
  })
})

describe('C64 the template of a webhook', () => {
  const template = '{"text":"{{title}}"}'
  const hook: Destination = { ...ntfy, kind: 'webhook', template }
  const values = valuesOf(hook)

  it('is sent when it was entered, changed or removed', () => {
    const fresh = { ...newValues('household', true, 'Hook'), address: 'https://example.org/', template }
    expect(newDestination('webhook', 'household', fresh)).toMatchObject({ template })
    expect(trialOf('webhook', 'household', fresh, undefined).body).toMatchObject({ template })
    expect(changeOf('household', values, hook)).not.toHaveProperty('template')
    expect(changeOf('household', { ...values, template: ' ' }, hook)).toMatchObject({ template: '' })
    expect(trialOf('webhook', 'household', { ...values, template: '[]' }, hook).body).toEqual({
      template: '[]',
    })
  })

  it('is refused before it is sent', () => {
    expect(gapsOf('webhook', { ...values, template: '{"text":"{{titel}}"}' }, false)).toEqual(['template'])
    expect(gapsOf('webhook', { ...values, template: ' ' }, false)).toEqual([])
  })
})

describe('C67 another server needs the secret again', () => {
  const at = (address: string | null, stored = ntfy) =>
    needsSecretAgain('ntfy', 'household', { ...saved, address }, stored)

  it('but not another topic, an unfinished address, or one without a secret', () => {
    expect([at(null), at('https://ntfy.example.org/other'), at('https://')]).toEqual([false, false, false])
    expect([at('https://ntfy.sh/other'), at('ntfy.sh')]).toEqual([true, true])
    expect(at('https://ntfy.sh/other', { ...ntfy, has_secret: false })).toBe(false)
  })

  it('compares with the port where the saved one shows it', () => {
    const own = { ...ntfy, target: 'nas.lan:8080' }
    expect([at('http://nas.lan:8080/x', own), at('http://nas.lan:9090/x', own)]).toEqual([false, true])
  })

  it('nor another chat of the same bot', () => {
    const chat = { ...ntfy, kind: 'telegram' as const, target: '-100' }
    expect(needsSecretAgain('telegram', 'personal', { ...saved, address: '-200' }, chat)).toBe(false)
  })

  it('and is refused until it is entered or marked as not needed', () => {
    expect(gapsOf('ntfy', saved, true)).toEqual(['secret_again'])
    expect(gapsOf('ntfy', { ...saved, secret: '' }, true)).toEqual([])
    expect(gapsOf('gotify', { ...saved, secret: '' }, true)).toEqual(['secret'])
  })
})

describe('2/4.10 a test', () => {
  const trial = (part: Partial<typeof saved>) => trialOf('ntfy', 'household', { ...saved, ...part }, ntfy)

  it('of something new sends the draft', () => {
    const values = { ...newValues('household', true, 'ntfy'), address: 'ntfy.sh/x', secret: 'tk' }
    expect(trialOf('ntfy', 'household', values, undefined)).toEqual({
      of: 'draft',
      body: { kind: 'ntfy', address: 'https://ntfy.sh/x', secret: 'tk' },
    })
  })

  it('of a stored one sends only what was changed', () => {
    expect(trial({})).toEqual({ of: 'stored', id: 'd1', body: {} })
    expect(trial({ secret: 'tk' })).toEqual({ of: 'stored', id: 'd1', body: { secret: 'tk' } })
    expect(trial({ address: 'https://ntfy.example.org/y' })).toEqual({
      of: 'stored',
      id: 'd1',
      body: { address: 'https://ntfy.example.org/y' },
    })
  })

  it('without the saved secret leaves it out, at the saved address and at a new one', () => {
    const address = 'https://ntfy.sh/y'
    expect(trial({ secret: '' })).toEqual({ of: 'stored', id: 'd1', body: { clear_secret: true } })
    expect(trial({ secret: '', address })).toEqual({
      of: 'stored',
      id: 'd1',
      body: { address, clear_secret: true },
    })
  })
})
