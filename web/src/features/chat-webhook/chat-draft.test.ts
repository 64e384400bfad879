import { expect, it } from 'vitest'
import { isUnderWay } from './alert-state.ts'
import { chatChangeOf, chatDraftOf, lacksUrl } from './chat-draft.ts'

const stored = { enabled: true, include_auto_approved: false, has_webhook: true, recent: [] }
const none = { ...stored, enabled: false, has_webhook: false }

it('2/4.10 a saved address is kept unless another one is entered', () => {
  const kept = chatDraftOf(stored)
  expect(chatChangeOf(kept)).toEqual({ enabled: true, include_auto_approved: false })
  expect(chatChangeOf({ ...kept, webhook_url: '  ' })).not.toHaveProperty('webhook_url')
  expect(chatChangeOf({ ...kept, webhook_url: ' https://discord.com/api/webhooks/1/x ' })).toMatchObject({
    webhook_url: 'https://discord.com/api/webhooks/1/x',
  })
})

it('2/4.10 nothing can be posted without an address', () => {
  expect(lacksUrl(chatDraftOf(stored), stored)).toBe(false)
  expect(lacksUrl(chatDraftOf(none), none)).toBe(true)
  expect(lacksUrl({ ...chatDraftOf(none), webhook_url: 'https://x' }, none)).toBe(false)
})

it('2:3 only what waits or is being sent still changes', () => {
  const changing = (['pending', 'sending', 'sent', 'failed', 'unconfirmed', 'cancelled'] as const).filter(
    status => isUnderWay({ status }),
  )
  expect(changing).toEqual(['pending', 'sending'])
})
