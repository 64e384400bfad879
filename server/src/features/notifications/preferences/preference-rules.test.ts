import {
  ADMIN_CATEGORIES,
  ALERT_CATEGORIES,
  type AlertCategory,
  CATEGORY_DEFAULTS,
  type NotificationChoices,
  PreferencesUpdate,
} from '@foyer/contract/notifications'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertType, CATEGORY_OF } from '../alerts/alert.ts'
import {
  applyUpdate,
  completePolicy,
  DEFAULT_CHOICES,
  goesToDevices,
  goesToInbox,
  isForAdmins,
} from './preference-rules.ts'

const types = fc.constantFrom(...(Object.keys(CATEGORY_OF) as AlertType[]))
const roles = fc.constantFrom('admin' as const, 'user' as const)
const switches = fc.record(
  Object.fromEntries(ALERT_CATEGORIES.map(category => [category, fc.boolean()])),
) as fc.Arbitrary<Omit<NotificationChoices, 'push_enabled'>>
const choices = fc
  .tuple(switches, fc.boolean())
  .map(([categories, push_enabled]): NotificationChoices => ({ ...categories, push_enabled }))
const policies = fc.record({ enabled: fc.boolean(), categories: switches })

describe('1/4.14 preferences', () => {
  it('has these defaults', () => {
    expect(DEFAULT_CHOICES).toEqual({
      push_enabled: true,
      request_auto_approved: false,
      request_decision: false,
      request_pending: true,
      new_movie: true,
      new_episode: true,
      new_book: true,
      new_music: true,
      issue_created: true,
      agent_action_pending: true,
      invite_access_request: true,
      media_server_access: true,
      issue_report_update: true,
      agent_digest: true,
      content_upgraded: false,
    })
    expect([...ADMIN_CATEGORIES].toSorted()).toEqual([
      'agent_action_pending',
      'agent_digest',
      'content_upgraded',
      'invite_access_request',
      'issue_created',
      'request_pending',
    ])
  })

  it('1:4.14 PUT keeps push_enabled and request_auto_approved when left out, and sets the rest to false', () => {
    const partial = fc.dictionary(fc.constantFrom('push_enabled', ...ALERT_CATEGORIES), fc.boolean())
    fc.assert(
      fc.property(choices, partial, (current, sent) => {
        const next = applyUpdate(current, PreferencesUpdate.parse(sent))
        for (const key of ['push_enabled', ...ALERT_CATEGORIES] as const) {
          const isKept = key === 'push_enabled' || key === 'request_auto_approved'
          expect(next[key]).toBe(sent[key] ?? (isKept ? current[key] : false))
        }
        expect(Object.keys(next).toSorted()).toEqual(Object.keys(DEFAULT_CHOICES).toSorted())
      }),
    )
  })

  it('refuses values that are not booleans, and ignores unknown names', () => {
    for (const wrong of [{ new_movie: 'yes' }, { push_enabled: null }, { request_auto_approved: 1 }]) {
      expect(PreferencesUpdate.safeParse(wrong).success).toBe(false)
    }
    const sent = { new_movie: true, server_policy: 'mine', horoscope: 7 }
    expect(PreferencesUpdate.parse(sent)).toMatchObject({ new_movie: true })
  })

  it('completes a policy: what nobody forbade is allowed', () => {
    const all = Object.fromEntries(ALERT_CATEGORIES.map(category => [category, true]))
    expect(completePolicy({ enabled: false, categories: {} })).toEqual({ enabled: false, categories: all })
    const saved = { enabled: true, categories: { new_book: false } }
    expect(completePolicy(saved).categories).toEqual({ ...all, new_book: false })
  })
})

describe('1/4.14 effective = server policy AND personal master AND personal category', () => {
  it('for devices', () => {
    fc.assert(
      fc.property(types, policies, choices, roles, (type, policy, chosen, role) => {
        const category: AlertCategory | null = CATEGORY_OF[type]
        if (category === null) return
        const may = role === 'admin' || !ADMIN_CATEGORIES.has(category)
        const expected =
          may && policy.enabled && policy.categories[category] && chosen.push_enabled && chosen[category]
        expect(goesToDevices(type, { policy, choices: chosen, role })).toBe(expected)
      }),
    )
  })

  it('the inbox asks for the category alone, and keeps what became of own requests anyhow', () => {
    fc.assert(
      fc.property(types, choices, roles, (type, chosen, role) => {
        const category: AlertCategory | null = CATEGORY_OF[type]
        if (category === null) return
        const may = role === 'admin' || !ADMIN_CATEGORIES.has(category)
        const expected = may && (type === 'request_decision' || chosen[category])
        expect(goesToInbox(type, { choices: chosen, role })).toBe(expected)
      }),
    )
  })

  it('C60, C65, C71: what has no switch is silenced by the masters alone, and the inbox keeps it anyhow', () => {
    fc.assert(
      fc.property(policies, choices, roles, (policy, chosen, role) => {
        const who = { policy, choices: chosen, role }
        const isAdmin = role === 'admin'
        const isOn = policy.enabled && chosen.push_enabled
        expect(goesToDevices('webhook_lost', who)).toBe(isAdmin && isOn)
        expect(goesToInbox('webhook_lost', who)).toBe(isAdmin)
        expect(goesToDevices('sign_in_throttled', who)).toBe(false)
        expect(goesToInbox('sign_in_throttled', who)).toBe(true)
        expect(goesToDevices('admin_link_made', who)).toBe(false)
        expect(goesToInbox('admin_link_made', who)).toBe(isAdmin)
      }),
    )
    expect([isForAdmins('webhook_lost'), isForAdmins('sign_in_throttled')]).toEqual([true, false])
  })

  it('names the events that share a switch', () => {
    const sharing = (category: string) =>
      Object.entries(CATEGORY_OF).flatMap(([type, of]) => (of === category && type !== category ? type : []))
    expect(sharing('agent_action_pending')).toEqual([
      'agent_autoapproval_paused',
      'profile_change_pending',
      'issue_fix_confirm',
      'remediation_autodispatch_disabled',
    ])
    expect(sharing('issue_created')).toEqual(['issue_question'])
    expect(sharing('issue_report_update')).toEqual(['issue_closed'])
    expect(Object.values(CATEGORY_OF)).toEqual(expect.arrayContaining(Object.keys(CATEGORY_DEFAULTS)))
    expect([isForAdmins('request_pending'), isForAdmins('new_movie'), isForAdmins('horoscope')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
