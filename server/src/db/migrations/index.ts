import type { Migration } from '../migrator.ts'
import { initialTables } from './0001-initial.ts'
import { peopleAndInstances } from './0002-people-and-instances.ts'
import { calendarFeeds } from './0003-calendar-feeds.ts'
import { requestTables } from './0004-requests.ts'
import { bookLists } from './0005-book-lists.ts'
import { notifications } from './0006-notifications.ts'
import { interruptedSends } from './0007-interrupted-sends.ts'
import { retiredMatches } from './0008-retired-matches.ts'
import { webhookStates } from './0009-webhook-states.ts'
import { delayedDecisions } from './0010-delayed-decisions.ts'
import { titleUnverified } from './0011-title-unverified.ts'
import { wokenJobs } from './0012-woken-jobs.ts'
import { decisionScopeAndInboxRequest } from './0013-decision-scope-and-inbox-request.ts'
import { appPreferences } from './0014-app-preferences.ts'
import { mediaServerAccounts } from './0015-media-server-accounts.ts'
import { signIn } from './0016-sign-in.ts'
import { toolAccess } from './0017-tool-access.ts'
import { assistant } from './0018-assistant.ts'
import { issues } from './0019-issues.ts'
import { destinations } from './0020-destinations.ts'
import { setTopBoxes } from './0021-set-top-boxes.ts'
import { preferences } from './0022-preferences.ts'
import { titleTools } from './0023-title-tools.ts'
import { deliveryDefaults } from './0024-delivery-defaults.ts'
import { watchlist } from './0025-watchlist.ts'
import { recentAdditions } from './0026-recent-additions.ts'
import { hiddenTitles } from './0027-hidden-titles.ts'
import { accessAsks } from './0028-access-asks.ts'
import { requestRootFolder } from './0029-request-root-folder.ts'
import { hiddenWorks } from './0030-hidden-works.ts'
import { reopenedIssues } from './0031-reopened-issues.ts'
import { ownTitles } from './0032-own-titles.ts'

/** Listed by hand, so that bundling works and the order is visible. Forward only. */
export const migrations: readonly Migration[] = [
  initialTables,
  peopleAndInstances,
  calendarFeeds,
  requestTables,
  bookLists,
  notifications,
  interruptedSends,
  retiredMatches,
  webhookStates,
  delayedDecisions,
  titleUnverified,
  wokenJobs,
  decisionScopeAndInboxRequest,
  appPreferences,
  mediaServerAccounts,
  signIn,
  toolAccess,
  assistant,
  issues,
  destinations,
  setTopBoxes,
  preferences,
  titleTools,
  deliveryDefaults,
  watchlist,
  recentAdditions,
  hiddenTitles,
  accessAsks,
  requestRootFolder,
  hiddenWorks,
  reopenedIssues,
  ownTitles,
]
