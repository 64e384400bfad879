import { expect, it } from 'vitest'
import { needsPasswordAgain, proxyChangeOf, proxyDraftOf } from './proxy-draft.ts'

const stored = {
  enabled: true,
  url: 'http://proxy:3128',
  username: 'u',
  has_password: true,
  no_proxy: ['localhost', '.lan'],
}

it('1/I a saved password is not sent, an emptied one is cleared, a typed one is sent', () => {
  const kept = proxyDraftOf(stored)
  expect(proxyChangeOf(kept, stored)).toEqual({
    enabled: true,
    url: 'http://proxy:3128',
    username: 'u',
    no_proxy: ['localhost', '.lan'],
  })
  expect(proxyChangeOf({ ...kept, password: '' }, stored)).toMatchObject({ clear_password: true })
  expect(proxyChangeOf({ ...kept, password: 'new' }, stored)).toMatchObject({ password: 'new' })
  expect(proxyChangeOf({ ...kept, password: '' }, { ...stored, has_password: false })).not.toHaveProperty(
    'clear_password',
  )
})

it('splits hosts by line, comma or space', () => {
  const draft = { ...proxyDraftOf(stored), no_proxy: ' a.lan, b.lan\n\nc.lan d.lan ' }
  expect(proxyChangeOf(draft, stored).no_proxy).toEqual(['a.lan', 'b.lan', 'c.lan', 'd.lan'])
})

it('C67 requires the password again when the proxy changes', () => {
  const at = (url: string) => needsPasswordAgain({ ...proxyDraftOf(stored), url }, stored)
  expect([at('http://proxy:3128/'), at('proxy:3128'), at('')]).toEqual([false, false, false])
  expect([at('http://proxy:3129'), at('socks5://proxy:3128'), at('other:3128')]).toEqual([true, true, true])
  const without = { ...stored, has_password: false }
  expect(needsPasswordAgain({ ...proxyDraftOf(without), url: 'http://other' }, without)).toBe(false)
})

it('accepts an address without a scheme', () => {
  expect(proxyChangeOf({ ...proxyDraftOf(stored), url: 'proxy:8080' }, stored).url).toBe('http://proxy:8080')
})
