import type { aiTexts } from './en/ai.ts'
import type { assistantSettings } from './en/assistant-settings.ts'
import type { assistantTexts } from './en/assistants.ts'
import type { backupTexts } from './en/backups.ts'
import type { chatTexts } from './en/chat.ts'
import type { deliveryDefaults } from './en/delivery-defaults.ts'
import type { destinationTexts } from './en/destinations.ts'
import type { en } from './en/index.ts'
import type { homeRows } from './en/home-rows.ts'
import type { issueTexts } from './en/issues.ts'
import type { libraryAccessTexts } from './en/library-access.ts'
import type { notices } from './en/notices.ts'
import type { operationsTexts } from './en/operations.ts'
import type { remediationTexts } from './en/remediation.ts'
import type { searchTexts } from './en/search.ts'
import type { serverSentences } from './en/server-sentences.ts'
import type { servers } from './en/servers.ts'
import type { setTopBoxTexts } from './en/set-top-boxes.ts'
import type { signInAdmin } from './en/sign-in-admin.ts'
import type { signIn } from './en/sign-in.ts'
import type { shelves } from './en/shelves.ts'
import type { titleToolTexts } from './en/title-tools.ts'
import type { transcoderTexts } from './en/transcoder.ts'
import type { tvMatchTexts } from './en/tv-matches.ts'
import type { userPageTexts } from './en/user-page.ts'
import type { watchlistTexts } from './en/watchlist.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof aiTexts &
        typeof assistantSettings &
        typeof assistantTexts &
        typeof backupTexts &
        typeof chatTexts &
        typeof deliveryDefaults &
        typeof destinationTexts &
        typeof en &
        typeof homeRows &
        typeof issueTexts &
        typeof libraryAccessTexts &
        typeof notices &
        typeof operationsTexts &
        typeof remediationTexts &
        typeof searchTexts &
        typeof servers &
        typeof serverSentences &
        typeof setTopBoxTexts &
        typeof shelves &
        typeof signIn &
        typeof signInAdmin &
        typeof titleToolTexts &
        typeof transcoderTexts &
        typeof tvMatchTexts &
        typeof userPageTexts &
        typeof watchlistTexts
    }
  }
}
