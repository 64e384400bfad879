import * as accountImport from './media-servers/account-import.ts'
import * as aiOauth from './assistant/ai-oauth.ts'
import * as aiSettings from './assistant/ai-settings.ts'
import * as chat from './assistant/chat.ts'
import * as appConfig from './app-config.ts'
import * as appPreferences from './media-servers/app-preferences.ts'
import * as attention from './attention.ts'
import * as bookLibrary from './book-library.ts'
import * as bookSearch from './book-search.ts'
import * as bookStatus from './book-status.ts'
import * as bookListConnection from './book-list-connection.ts'
import * as chatNotifications from './chat-notifications.ts'
import * as connectLinks from './connect-links.ts'
import * as credentials from './credentials.ts'
import * as destinations from './destinations/destinations.ts'
import * as email from './destinations/email.ts'
import * as discoverMusic from './discover-music.ts'
import * as discoverBooks from './discover-books.ts'
import * as discoverScreen from './discover-screen/discover-screen.ts'
import * as events from './events.ts'
import * as hiddenTitles from './hidden-titles.ts'
import * as imageCache from './image-cache.ts'
import * as inbox from './inbox.ts'
import * as deliveryDefaults from './instances/delivery-defaults.ts'
import * as instanceGrants from './instances/instance-grants.ts'
import * as instances from './instances/instances.ts'
import * as adminIssues from './issues/admin-issues.ts'
import * as issues from './issues/issues.ts'
import * as kids from './kids.ts'
import * as libraryAccess from './library-access.ts'
import * as libraryWebhooks from './library-webhooks.ts'
import * as managerProxy from './manager-proxy.ts'
import * as listen from './media-servers/listen.ts'
import * as listProvider from './discover-screen/list-provider.ts'
import * as mediaAccess from './media-servers/media-access.ts'
import * as mediaDetails from './discover-screen/media-details.ts'
import * as mediaFiles from './media-files/media-files.ts'
import * as mediaServerAccounts from './media-servers/media-server-accounts.ts'
import * as mediaServers from './media-servers/media-servers.ts'
import * as musicLibrary from './music-library.ts'
import * as notifications from './notifications.ts'
import * as operatedBackups from './operations/backups.ts'
import * as operatedCaches from './operations/caches.ts'
import * as operatedJobs from './operations/jobs.ts'
import * as operatedLogs from './operations/logs.ts'
import * as operatedOutbox from './operations/outbox.ts'
import * as operatedServer from './operations/server.ts'
import * as operatedSessions from './operations/sessions.ts'
import * as ownDevices from './sessions/own-devices.ts'
import * as passkeys from './passkeys.ts'
import * as preferences from './preferences.ts'
import * as pushAdmin from './push-admin.ts'
import * as agentActions from './remediation/agent-actions.ts'
import * as agentRuns from './remediation/agent-runs.ts'
import * as approvalRules from './remediation/approval-rules.ts'
import * as remediation from './remediation/remediation.ts'
import * as recentlyAdded from './recently-added.ts'
import * as releases from './releases.ts'
import * as requestQuotas from './request-quotas.ts'
import * as requestSettings from './request-settings.ts'
import * as adminRequests from './requests/admin-requests.ts'
import * as requestPreview from './requests/request-preview.ts'
import * as requests from './requests/requests.ts'
import type { RouteDefinition } from './route.ts'
import * as search from './search.ts'
import * as serverSignIn from './media-servers/server-sign-in.ts'
import * as service from './service.ts'
import * as aiTools from './tool-access/ai-tools.ts'
import * as mcp from './tool-access/mcp.ts'
import * as oauthServer from './tool-access/oauth-server.ts'
import * as profileProposals from './tool-access/profile-proposals.ts'
import * as settingsChanges from './tool-access/settings-changes.ts'
import * as accountSignIn from './sign-in/account-sign-in.ts'
import * as inviteSignIn from './sign-in/invite-sign-in.ts'
import * as oidcAdmin from './sign-in/oidc-admin.ts'
import * as oidcSignIn from './sign-in/oidc-sign-in.ts'
import * as sessions from './sessions/sessions.ts'
import * as setTopBoxes from './set-top-boxes.ts'
import * as titleNames from './title-names.ts'
import * as titleParts from './discover-screen/title-parts.ts'
import * as titleStatuses from './title-statuses.ts'
import * as titleTools from './title-tools.ts'
import * as transcoder from './transcoder.ts'
import * as tvMatches from './tv-matches/tv-matches.ts'
import * as tvRepairs from './tv-matches/tv-repairs.ts'
import * as users from './users.ts'
import * as latest from './media-servers/latest.ts'
import * as watch from './media-servers/watch.ts'
import * as watchlist from './watchlist.ts'
import * as webPush from './web-push.ts'
import * as workTools from './work-tools.ts'

const slices = [
  accountImport,
  aiOauth,
  aiSettings,
  appConfig,
  appPreferences,
  attention,
  bookLibrary,
  bookSearch,
  bookStatus,
  bookListConnection,
  chat,
  chatNotifications,
  connectLinks,
  credentials,
  destinations,
  email,
  discoverMusic,
  discoverBooks,
  discoverScreen,
  events,
  hiddenTitles,
  imageCache,
  inbox,
  instanceGrants,
  instances,
  deliveryDefaults,
  issues,
  adminIssues,
  kids,
  libraryAccess,
  libraryWebhooks,
  managerProxy,
  listen,
  listProvider,
  mediaAccess,
  mediaDetails,
  mediaFiles,
  mediaServerAccounts,
  mediaServers,
  musicLibrary,
  notifications,
  operatedBackups,
  operatedCaches,
  operatedJobs,
  operatedLogs,
  operatedOutbox,
  operatedServer,
  operatedSessions,
  ownDevices,
  passkeys,
  preferences,
  pushAdmin,
  agentActions,
  agentRuns,
  approvalRules,
  remediation,
  recentlyAdded,
  releases,
  requestQuotas,
  requestSettings,
  adminRequests,
  requestPreview,
  requests,
  search,
  serverSignIn,
  service,
  setTopBoxes,
  accountSignIn,
  inviteSignIn,
  oidcAdmin,
  oidcSignIn,
  sessions,
  aiTools,
  mcp,
  oauthServer,
  profileProposals,
  settingsChanges,
  titleNames,
  titleParts,
  titleStatuses,
  titleTools,
  transcoder,
  tvMatches,
  tvRepairs,
  users,
  latest,
  watch,
  watchlist,
  webPush,
  workTools,
]

function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Every exported route: the list used by startup, documentation, the web client and tests. */
export const allRoutes: readonly RouteDefinition[] = slices.flatMap(slice =>
  Object.values(slice).filter(isRoute),
)
