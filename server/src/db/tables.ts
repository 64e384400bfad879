import type { AiAccountsTables } from '#features/ai-accounts/ai-accounts-tables.ts'
import type { AiLinksTables } from '#features/ai-links/ai-links-tables.ts'
import type { AppPreferencesTables } from '#features/app-preferences/app-preferences-tables.ts'
import type { BookListsTables } from '#features/book-lists/book-lists-tables.ts'
import type { ConnectLinksTables } from '#features/connect-links/connect-links-tables.ts'
import type { DeliveriesTables } from '#features/deliveries/deliveries-tables.ts'
import type { DestinationsTables } from '#features/destinations/destinations-tables.ts'
import type { EmailTables } from '#features/email/email-tables.ts'
import type { HiddenTitlesTables } from '#features/hidden-titles/hidden-titles-tables.ts'
import type { InboxTables } from '#features/inbox/inbox-tables.ts'
import type { InstancesTables } from '#features/instances/instances-tables.ts'
import type { IssueDetectionTables } from '#features/issue-detection/issue-detection-tables.ts'
import type { IssuesTables } from '#features/issues/issues-tables.ts'
import type { KidsTables } from '#features/kids/kids-tables.ts'
import type { LibraryAccessTables } from '#features/library-access/library-access-tables.ts'
import type { LibraryNewsTables } from '#features/library-news/library-news-tables.ts'
import type { LibraryWebhooksTables } from '#features/library-webhooks/library-webhooks-tables.ts'
import type { ManagerConfigurationTables } from '#features/manager-configuration/manager-configuration-tables.ts'
import type { MediaServersTables } from '#features/media-servers/media-servers-tables.ts'
import type { NotificationsTables } from '#features/notifications/notifications-tables.ts'
import type { OauthServerTables } from '#features/oauth-server/oauth-server-tables.ts'
import type { PersonPreferencesTables } from '#features/person-preferences/person-preferences-tables.ts'
import type { PushTables } from '#features/push/push-tables.ts'
import type { RemediationTables } from '#features/remediation/remediation-tables.ts'
import type { RecentlyAddedTables } from '#features/recently-added/recently-added-tables.ts'
import type { ReleasesTables } from '#features/releases/releases-tables.ts'
import type { RequestQuotasTables } from '#features/request-quotas/request-quotas-tables.ts'
import type { RequestSettingsTables } from '#features/request-settings/request-settings-tables.ts'
import type { RequestsTables } from '#features/requests/requests-tables.ts'
import type { SessionsTables } from '#features/sessions/sessions-tables.ts'
import type { SignInTables } from '#features/sign-in/sign-in-tables.ts'
import type { SetTopBoxesTables } from '#features/set-top-boxes/set-top-boxes-tables.ts'
import type { SigninOidcTables } from '#features/signin-oidc/signin-oidc-tables.ts'
import type { SigninPasskeyTables } from '#features/signin-passkey/signin-passkey-tables.ts'
import type { TitleToolsTables } from '#features/title-tools/title-tools-tables.ts'
import type { TvMatchesTables } from '#features/tv-matches/tv-matches-tables.ts'
import type { UsersTables } from '#features/users/users-tables.ts'
import type { WatchlistTables } from '#features/watchlist/watchlist-tables.ts'
import type { WebPushTables } from '#features/web-push/web-push-tables.ts'
import type { JobsTables } from '#jobs/jobs-tables.ts'
import type { SettingsTables } from '#settings/settings-tables.ts'
import type { MigrationTables } from './migration-tables.ts'

/**
 * Every table of both engines. Each slice describes its own; this adds them up.
 * Types only: at run time the database knows no slice.
 */
export interface Tables
  extends AiAccountsTables,
    AiLinksTables,
    AppPreferencesTables,
    BookListsTables,
    ConnectLinksTables,
    DeliveriesTables,
    DestinationsTables,
    EmailTables,
    HiddenTitlesTables,
    InboxTables,
    InstancesTables,
    IssueDetectionTables,
    IssuesTables,
    JobsTables,
    KidsTables,
    LibraryAccessTables,
    LibraryNewsTables,
    LibraryWebhooksTables,
    ManagerConfigurationTables,
    MediaServersTables,
    MigrationTables,
    NotificationsTables,
    OauthServerTables,
    PersonPreferencesTables,
    PushTables,
    RecentlyAddedTables,
    ReleasesTables,
    RemediationTables,
    RequestQuotasTables,
    RequestSettingsTables,
    RequestsTables,
    SessionsTables,
    SetTopBoxesTables,
    SettingsTables,
    SignInTables,
    SigninOidcTables,
    SigninPasskeyTables,
    TitleToolsTables,
    TvMatchesTables,
    UsersTables,
    WatchlistTables,
    WebPushTables {}
