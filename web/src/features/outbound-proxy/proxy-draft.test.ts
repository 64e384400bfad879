import { expect, it } from 'vitest'
import { proxyChangeOf, proxyDraftOf } from './proxy-draft.ts'

const stored = {
  enabled: true,
  url: 'http://proxy:3128',
  username: 'u',
  has_password: true,
  no_proxy: ['localhost', '.lan'],
}

it('1/I a kept password is not sent, an emptied one is cleared, a typed one is sent', () => {
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

it('takes hosts by line, comma or space', () => {
  const draft = { ...proxyDraftOf(stored), no_proxy: ' a.lan, b.lan\n\nc.lan d.lan ' }
  expect(proxyChangeOf(draft, stored).no_proxy).toEqual(['a.lan', 'b.lan', 'c.lan', 'd.lan'])
})
