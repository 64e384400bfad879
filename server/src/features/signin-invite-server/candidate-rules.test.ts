import { describe, expect, it } from 'vitest'
import { type KnownIdentity, type ReadServer, reviewCandidates, type StoredLink } from './candidate-rules.ts'

const link = (user_id: number, remote_user_id: string, instance_id = 'cellar'): StoredLink => ({
  user_id,
  username: `user ${user_id}`,
  instance_id,
  remote_user_id,
  remote_username: `stored ${remote_user_id}`,
})
const account = (address: string, provider_id?: string, pending = false, ...others: string[]) => ({
  addresses: [address, ...others],
  name: `live ${address}`,
  provider_id,
  pending,
})
const server = (accounts: ReadServer['accounts'], instance_id = 'cellar'): ReadServer => ({
  instance_id,
  name: instance_id.toUpperCase(),
  accounts,
})
const identity = (subject: string, user_id: number): KnownIdentity => ({
  subject,
  user_id,
  email: `${subject}@kept`,
  username: `kept ${subject}`,
})
const reasons = (...input: Parameters<typeof reviewCandidates>) =>
  reviewCandidates(...input).map(one => [one.user_id, one.reason, one.confirmed])

describe('whether a share can become a sign-in identity (2/4.3)', () => {
  it('can, when the account is known and nobody has it', () => {
    expect(reviewCandidates([link(1, 'a@x')], [server([account('a@x', '41')])], [])).toEqual([
      {
        user_id: 1,
        username: 'user 1',
        invite_account_id: '41',
        email: 'a@x',
        invite_username: 'live a@x',
        servers: [{ instance_id: 'cellar', name: 'CELLAR' }],
        reason: '',
        confirmed: false,
      },
    ])
  })

  it('finds a share by the invited address, too', () => {
    const read = [server([account('new@x', '41', false, 'old@x')])]
    expect(reviewCandidates([link(1, 'old@x')], read, [])).toMatchObject([
      { invite_account_id: '41', email: 'new@x', reason: '' },
    ])
  })

  it('cannot, when the server did not answer: even if another one did', () => {
    const links = [link(1, 'a@x'), link(1, 'a@x', 'attic')]
    const read = [server([account('a@x', '41')]), server(null, 'attic')]
    expect(reviewCandidates(links, read, [])).toMatchObject([
      {
        invite_account_id: '41',
        reason: 'unreachable',
        servers: [
          { instance_id: 'cellar', name: 'CELLAR' },
          { instance_id: 'attic', name: 'ATTIC', error: 'unreachable' },
        ],
      },
    ])
    // A server that was connected after the others were read.
    expect(reasons(links, [server([account('a@x', '41')])], [])).toEqual([[1, 'unreachable', false]])
  })

  it('cannot, when the share is gone or nobody accepted it', () => {
    const links = [link(1, 'gone@x'), link(2, 'new@x')]
    expect(reviewCandidates(links, [server([account('new@x', '42', true)])], [])).toMatchObject([
      {
        user_id: 1,
        reason: 'not_found',
        invite_account_id: '',
        email: 'gone@x',
        invite_username: 'stored gone@x',
      },
      { user_id: 2, reason: 'pending_invite', invite_account_id: '' },
    ])
    // One accepted share is enough.
    const both = [link(1, 'a@x'), link(1, 'a@x', 'attic'), link(1, 'a@x', 'barn')]
    const read = [
      server([account('a@x', '41')]),
      server([], 'attic'),
      server([account('a@x', '41', true)], 'barn'),
    ]
    expect(reasons(both, read, [])).toEqual([[1, '', false]])
  })

  it.each<[string, StoredLink[], ReadServer[]]>([
    [
      'two servers disagree',
      [link(1, 'a@x'), link(1, 'b@x', 'attic')],
      [server([account('a@x', '41')]), server([account('b@x', '42')], 'attic')],
    ],
    [
      'two accounts have the address',
      [link(1, 'a@x')],
      [server([account('a@x', '41'), account('b@x', '42', false, 'a@x')])],
    ],
    ['the account is not named', [link(1, 'a@x')], [server([account('a@x')])]],
  ])('is ambiguous, when %s', (_why, links, read) => {
    expect(reasons(links, read, [])).toEqual([[1, 'ambiguous', false]])
  })

  it('is ambiguous, when two users have a link to one account', () => {
    const links = [link(1, 'a@x'), link(2, 'b@x', 'attic')]
    const read = [server([account('a@x', '41')]), server([account('b@x', '41')], 'attic')]
    expect(reasons(links, read, [])).toEqual([
      [1, 'ambiguous', false],
      [2, 'ambiguous', false],
    ])
  })

  it('cannot, when somebody else has the account, or the user has another one', () => {
    const read = [server([account('a@x', '41'), account('b@x', '42')])]
    const links = [link(1, 'a@x'), link(2, 'b@x')]
    expect(reasons(links, read, [identity('41', 9), identity('77', 2)])).toEqual([
      [1, 'already_linked', false],
      [2, 'already_linked', false],
    ])
  })

  it('is confirmed, when it is the identity of this user, also while the server is away', () => {
    const links = [link(1, 'a@x')]
    expect(reasons(links, [server([account('a@x', '41')])], [identity('41', 1)])).toEqual([[1, '', true]])
    expect(reviewCandidates(links, [server(null)], [identity('41', 1)])).toMatchObject([
      { reason: 'unreachable', confirmed: true, invite_account_id: '41', email: '41@kept' },
    ])
  })
})
