import { describe, expect, it } from 'vitest'
import { isOtherPlace, mergeConfig } from './change-rules.ts'

const config = { address: 'https://ntfy.sh/one', secret: 'tk_1' }
const saved = { has_secret: true, config }

describe('what a change keeps (C64, C67)', () => {
  it('omitted and blank values', () => {
    for (const change of [{}, { address: '', secret: '' }]) {
      expect(mergeConfig(saved, change)).toEqual({ config })
    }
  })

  it('the secret, while it goes to the same server', () => {
    for (const address of ['https://ntfy.sh/two', 'https://NTFY.sh:443/two']) {
      expect(mergeConfig(saved, { address })).toEqual({ config: { address, secret: 'tk_1' } })
    }
  })

  it.each(['https://evil.example/one', 'http://ntfy.sh/one', 'https://ntfy.sh:8443/one'])(
    'nothing, when the secret would go to %s',
    address => {
      expect(mergeConfig(saved, { address })).toEqual({ missing: 'secret' })
      expect(mergeConfig(saved, { address, secret: 'tk_2' })).toEqual({ config: { address, secret: 'tk_2' } })
      expect(mergeConfig(saved, { address, clear_secret: true })).toEqual({
        config: { address, secret: null },
      })
    },
  )

  it('a move without a secret is free', () => {
    const bare = { has_secret: false, config: { address: config.address, secret: null } }
    const address = 'https://other.example/one'
    expect(mergeConfig(bare, { address })).toEqual({ config: { address, secret: null } })
  })

  it('the bot when the chat changes: the token goes to the same server', () => {
    const chat = { has_secret: true, config: { address: '1', secret: '1:a' } }
    expect(mergeConfig(chat, { address: '2' })).toEqual({ config: { address: '2', secret: '1:a' } })
  })

  it('the template, until it is replaced or removed', () => {
    const [template, other] = ['{"text":"{{title}}"}', '{"text":"{{message}}"}']
    const hook = { has_secret: true, config: { ...config, template } }
    expect(mergeConfig(hook, {})).toEqual({ config: { ...config, template } })
    expect(mergeConfig(hook, { template: other })).toEqual({ config: { ...config, template: other } })
    for (const blank of ['', null]) expect(mergeConfig(hook, { template: blank })).toEqual({ config })
  })

  it('nothing that cannot be decrypted', () => {
    const lost = { has_secret: true, config: null }
    expect(mergeConfig(lost, {})).toEqual({ missing: 'address' })
    expect(mergeConfig(lost, { address: config.address })).toEqual({ missing: 'secret' })
    expect(mergeConfig(lost, config)).toEqual({ config })
  })
})

it('another address, secret or template is another place', () => {
  expect(isOtherPlace(config, { ...config })).toBe(false)
  expect(isOtherPlace(config, { ...config, address: 'https://ntfy.sh/two' })).toBe(true)
  expect(isOtherPlace(config, { ...config, secret: null })).toBe(true)
  expect(isOtherPlace(config, { ...config, template: '{}' })).toBe(true)
  expect(isOtherPlace(null, config)).toBe(true)
})
