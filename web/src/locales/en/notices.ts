import inbox from './inbox.json'
import notifications from './notifications.json'

/** Loaded with the inbox and the settings of notifications; see lib/notice-words.ts. */
export const notices = { inbox, notifications }
