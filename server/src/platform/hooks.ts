import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { Db, Tx } from '#db/database.ts'
import type { AiHealthFailure } from '#features/ai-accounts/index.ts'
import type { LinkOwner } from '#features/ai-links/index.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { IsRecovering, IssueRecord } from '#features/issues/index.ts'
import type { SessionOrigin, SsoRequired } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { SavedRequest } from '#ports/request-record.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { createHook, createLookup } from './hook.ts'

export interface GrantChange {
  user_id: number
  instance_id: string
  granted: boolean
}

/**
 * Facts of one slice that concern others, and lookups in slices that are made later. Handlers of a fact run in the order
 * given here. Where they take a transaction, it is the one that saves the fact: if a handler fails, the fact is not saved.
 */
export function createHooks() {
  return {
    /** Before a user is deleted: accounts on media servers are to be switched off, ownership is transferred. */
    userRemoved: createHook<[tx: Tx, user_id: number]>()([
      'media-servers',
      'requests',
      'issues',
      'remediation',
    ]),
    /** Somebody became an admin, or is no longer one. */
    roleChanged: createHook<[tx: Tx, user_id: number]>()(['ai-tools']),
    /** Somebody's account is a kids account from now on (1:1.4), or has other limits. */
    kidsLimitsSet: createHook<[tx: Tx, user_id: number]>()(['set-top-boxes']),
    /** People got or lost instances. */
    grantsChanged: createHook<[tx: Tx, changes: readonly GrantChange[]]>()([
      'media-servers',
      'library-access',
    ]),
    /** A media server shares other libraries than before. */
    sharedLibrariesChanged: createHook<[tx: Tx, instance_id: string]>()(['media-servers']),
    /** After the commit of that: the admin's save waits for it. */
    sharedLibrariesSaved: createHook<[instance_id: string]>()(['media-servers']),
    /** Sessions have ended, and with them the devices that receive notifications. */
    devicesEnded: createHook<[tx: Tx]>()(['push']),
    /** A sign-in method was turned off, or a proof of one no longer counts: sign-ins under way must begin again. */
    signInsEnded: createHook<[tx: Tx]>()(['oauth-server']),
    /**
     * An instance is new or has a new address. Record ids are handled first, because they are invalid from now on.
     */
    instanceConnected: createHook<[tx: Tx, instance: InstanceRecord, origin: string]>()([
      'deliveries',
      'library-webhooks',
      'library-news',
      'recently-added',
      'remediation',
      'issue-detection',
    ]),
    /** Before an instance is deleted. The step after the commit is the last chance to reach it. */
    instanceRemoved: createHook<
      [tx: Tx, instance: InstanceRecord, connection: Connection, afterCommit: (run: () => void) => void]
    >()(['library-webhooks', 'signin-account-server', 'remediation', 'issue-detection']),
    /** An admin unlinked a user from an account on a media server. */
    accountUnlinked: createHook<[tx: Tx, link: { user_id: number; instance_id: string }]>()([
      'signin-account-server',
    ]),
    /**
     * An account at an AI provider was linked and has answered: it is the choice from now on (2:4.6). For the server's
     * own account, handlers take the lock `settings`, so the transaction holds no later one.
     */
    aiAccountLinked: createHook<
      [tx: Tx, link: { owner: LinkOwner; provider: AiOauthProvider; model: string }]
    >()(['ai-accounts']),
    /** 2:4.7.3: the daily check of the included AI profile failed, or a turn with it succeeded (null). */
    aiHealthChanged: createHook<[tx: Tx, failure: AiHealthFailure | null]>()(['issues']),
    /** 2:4.9: somebody reported a problem; it is observed for a while before it is open. */
    issueReported: createHook<[tx: Tx, issue: IssueRecord]>()(['issue-detection']),
    /** 2:4.7: the included AI profile was saved; it may be complete now, or no longer. */
    sharedAiChanged: createHook<[tx: Tx]>()(['remediation']),
    /** 2:4.9: an issue is open now: it was observed long enough, or came back from an agent that is off. */
    issueOpened: createHook<[tx: Tx, issue: IssueRecord]>()(['remediation']),
    /** Somebody wrote into the thread of an open issue. */
    issueReplied: createHook<[tx: Tx, issue: IssueRecord, author: 'reporter' | 'admin']>()(['remediation']),
    /** An issue was closed, by whomever: nothing more is done about it. */
    issueClosed: createHook<[tx: Tx, issue: IssueRecord]>()(['remediation']),
    /**
     * Somebody requested something, and it is pending or accepted without review. Not for what is there already,
     * joins work that exists, or repeats a delivery (2:4.10).
     */
    requestSaved: createHook<[tx: Tx, saved: SavedRequest]>()(['chat-webhook', 'watchlist']),
    /** C69: a library or provider reported the title of what a request is about. */
    titleLearned: createHook<[request_id: number, title: string]>()(['requests']),

    /** The model in use on a linked account; null: another account is selected. */
    selectedModel: createLookup<
      [db: Db, owner: LinkOwner, provider: AiOauthProvider],
      Promise<string | null>
    >()('ai-accounts'),
    /** Whether single sign-on is the only way in for this account (1/4.1). */
    ssoRequired: createLookup<Parameters<SsoRequired>, ReturnType<SsoRequired>>()('signin-oidc'),
    /** C63: where a session that began at a provider ends there too; undefined: nowhere. */
    providerLogout: createLookup<[origin: SessionOrigin], Promise<string | undefined>>()('signin-oidc'),
    /** Whether titles can be opened on a set-top box in this account (2:4.12). */
    setTopBoxesOffered: createLookup<[db: Db, caller: Caller], Promise<boolean>>()('set-top-boxes'),
    /** Whether a library is already fetching a replacement of all that a report is about (C50). */
    isRecovering: createLookup<Parameters<IsRecovering>, ReturnType<IsRecovering>>()('issue-detection'),
    /** The metadata provider's English record of a title. */
    titleRecord: createLookup<[kind: ScreenKind, tmdb_id: number], MaybeAsync<Ready>>()('discover-screen'),
    /** The metadata provider's album; null: there is no such album. */
    album: createLookup<Parameters<MusicCatalog['album']>, ReturnType<MusicCatalog['album']>>()(
      'discover-music',
    ),
  }
}

export type Hooks = ReturnType<typeof createHooks>

/** A slice that is named here but has registered nothing is a mistake in the root. */
export function assertHandled(hooks: Hooks): void {
  for (const [name, hook] of Object.entries(hooks)) {
    const missing = hook.missing()
    if (missing.length > 0) throw new Error(`${name} has no handler in ${missing.join(', ')}`)
  }
}
