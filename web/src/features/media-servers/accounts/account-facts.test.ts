import type { ServerAccount } from '@foyer/contract/media-servers/media-server-accounts'
import { describe, expect, it } from 'vitest'
import { conditionOf, driftOf, managementOf } from './account-facts.ts'

function account(more: Partial<ServerAccount> = {}): ServerAccount {
  return {
    user_id: 2,
    username: 'uma',
    instance_id: 'j',
    instance_name: 'Jellyfin',
    service_type: 'account_server_a',
    remote_user_id: 'r',
    remote_username: 'uma',
    created_by_app: true,
    manage_access: true,
    granted: true,
    access_sync_pending: false,
    disabled: false,
    administrator: false,
    verified: true,
    pending: false,
    ...more,
  }
}

describe('2:4.13.5 an account as admins see it', () => {
  it('says nothing of an account that the server did not confirm', () => {
    expect(conditionOf(account({ verified: false, disabled: true }))).toBe('unverified')
    expect(conditionOf(account({ disabled: true }))).toBe('disabled')
    expect(conditionOf(account({ pending: true }))).toBe('invited')
    expect(conditionOf(account())).toBe('active')
  })

  it('knows a share that Foyer removed, which no server confirms any more', () => {
    const share = { service_type: 'invite_server', verified: false } as const
    expect(conditionOf(account({ ...share, disabled: true }))).toBe('unshared')
    expect(conditionOf(account(share))).toBe('unverified')
  })

  it('an administrator is protected even if the account is managed', () => {
    expect(managementOf(account({ administrator: true }))).toBe('protected')
    expect(managementOf(account({ manage_access: false }))).toBe('linked')
    expect(managementOf(account())).toBe('managed')
  })

  it.each([
    [{}, null],
    [{ access_sync_pending: true }, 'owed_on'],
    [{ access_sync_pending: true, granted: false, verified: false }, 'owed_off'],
    [{ disabled: true }, 'disabled_with_access'],
    [{ granted: false }, 'active_without_access'],
    [{ granted: false, disabled: true }, null],
    // A server that did not answer proves no difference.
    [{ granted: false, verified: false }, null],
    // Linked-only accounts and administrators are left alone.
    [{ granted: false, manage_access: false }, null],
    [{ granted: false, administrator: true }, null],
  ] as const)('2:4.13.4 %j differs by %s', (more, drift) => {
    expect(driftOf(account(more))).toBe(drift)
  })
})
