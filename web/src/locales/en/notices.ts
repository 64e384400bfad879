import inbox from './inbox.json'
import notifications from './notifications.json'
import own_devices from './own-devices.json'
import preferences from './preferences.json'

/** Loaded with the inbox and the account page; see lib/notice-words.ts. */
export const notices = { inbox, notifications, own_devices, preferences }
