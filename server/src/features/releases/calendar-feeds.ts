import type { Database } from '#db/database.ts'
import type { PersonPreferences, TextsOf } from '#features/person-preferences/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { newSecret } from '#kit/ids.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './calendar-feed-store.ts'
import { eventOf, feedWindow, isForCalendars, tokenOf } from './feed-rules.ts'
import { renderCalendar } from './ical-rules.ts'
import type { ReleaseService } from './release-service.ts'

export interface CalendarFeedParts {
  database: Database
  clock: Clock
  releases: Pick<ReleaseService, 'collect'>
  server_name: string
  preferencesOf: PersonPreferences['chosenBy']
  textsOf: TextsOf
  /** The base of links for somebody who reached this server by that origin. */
  linkBase(request_origin: string): Promise<string>
}

/** Links for calendar subscriptions. The secret is stored as a hash and shown once. */
export function createCalendarFeeds(parts: CalendarFeedParts) {
  const { database, clock, releases } = parts

  /** The same response for unknown, replaced and revoked links, and for those whose owner is gone. */
  async function ownerOf(token_hash: string): Promise<store.FeedOwner> {
    const owner = await store.findFeedOwner(database.read, token_hash)
    if (!owner) throw new Refusal('not_found')
    return owner
  }

  return {
    async state({ user_id }: Caller): Promise<{ active: boolean; created_at?: string }> {
      const feed = await store.findFeed(database.read, user_id)
      return feed ? { active: true, ...feed } : { active: false }
    },

    async create({ user_id }: Caller, request_origin: string) {
      const base = await parts.linkBase(request_origin)
      const token = newSecret('cal')
      const created_at = iso(clock.now())
      await database.transaction(tx => store.saveFeed(tx, { user_id, token_hash: sha256(token), created_at }))
      return { active: true as const, created_at, url: `${base}/api/calendar/${token}.ics` }
    },

    async revoke({ user_id }: Caller): Promise<void> {
      await database.transaction(tx => store.deleteFeed(tx, user_id))
    },

    /** The releases the owner may see now. */
    async file(name: string): Promise<Ready> {
      const token = tokenOf(name)
      if (token === null) throw new Refusal('not_found')
      const hash = sha256(token)
      const owner = await ownerOf(hash)
      const now = iso(clock.now())
      const window = feedWindow(now.slice(0, 10))
      const { found, complete } = await releases.collect(owner, {}, window, () => ownerOf(hash))
      // Calendars delete entries missing from a file, but keep their copy when there is no file.
      if (!complete) throw new Refusal('unavailable', { headers: { 'retry-after': '300' } })
      const texts = await parts.textsOf(owner.user_id)
      const text = renderCalendar({
        name: texts.say('calendar.name', { server: parts.server_name }),
        made_at: now,
        timezone: (await parts.preferencesOf(owner.user_id)).timezone,
        events: found.filter(isForCalendars).map(one => eventOf(one, texts)),
      })
      return { bytes: Buffer.from(text), content_type: 'text/calendar; charset=utf-8' }
    },
  }
}

export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>
