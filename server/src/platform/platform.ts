import type { Config } from '#config'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { DataFolder } from '#db/data-folder.ts'
import type { Database } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import type { Hooks } from './hooks.ts'

/** Everything a slice may build on. Only `slice.ts` files receive all of it; they pass on the parts that are used. */
export interface Platform {
  config: Config
  folder: DataFolder
  database: Database
  broadcast: Broadcast
  settings: Settings
  jobs: Jobs
  events: Events
  hooks: Hooks
  clock: Clock
  log: Log
  box: SecretBox
  scrubber: Scrubber
  limits: RateLimits
  outbound: Outbound
  /** Closes the server gracefully, running answers included, and starts it again in the same process. */
  askForRestart: () => void
}
