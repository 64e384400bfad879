import type { aiTexts } from './en/ai.ts'
import type { assistantSettings } from './en/assistant-settings.ts'
import type { assistantTexts } from './en/assistants.ts'
import type { chatTexts } from './en/chat.ts'
import type { destinationTexts } from './en/destinations.ts'
import type { en } from './en/index.ts'
import type { issueTexts } from './en/issues.ts'
import type { notices } from './en/notices.ts'
import type { remediationTexts } from './en/remediation.ts'
import type { servers } from './en/servers.ts'
import type { setTopBoxTexts } from './en/set-top-boxes.ts'
import type { signInAdmin } from './en/sign-in-admin.ts'
import type { signIn } from './en/sign-in.ts'
import type { shelves } from './en/shelves.ts'
import type { transcoderTexts } from './en/transcoder.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof aiTexts &
        typeof assistantSettings &
        typeof assistantTexts &
        typeof chatTexts &
        typeof destinationTexts &
        typeof en &
        typeof issueTexts &
        typeof notices &
        typeof remediationTexts &
        typeof servers &
        typeof setTopBoxTexts &
        typeof shelves &
        typeof signIn &
        typeof signInAdmin &
        typeof transcoderTexts
    }
  }
}
