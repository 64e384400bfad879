import type {
  Issue,
  IssueCategory,
  IssueMessage,
  IssueStatus,
  ResolutionKind,
} from '@foyer/contract/issues/issue'
import type { TFunction } from 'i18next'

/** Which part of which kind of title a report is about. */
export type Part = 'movie' | 'show' | 'season' | 'episode' | 'book' | 'audiobook' | 'album'

export type Scope = Pick<Issue, 'media_type' | 'season_number' | 'episode_number' | 'book_format'>

export function partOf({ media_type, season_number, episode_number, book_format }: Scope): Part {
  switch (media_type) {
    case 'tv':
      if (season_number === undefined) return 'show'
      return episode_number === undefined ? 'season' : 'episode'
    case 'book':
      return book_format === 'audiobook' ? 'audiobook' : 'book'
    case 'music':
      return 'album'
    default:
      return 'movie'
  }
}

/** What goes wrong with a copy depends on whether it is watched, read or listened to. */
function mediumOf(part: Part): 'screen' | 'book' | 'audiobook' | 'album' {
  return part === 'book' || part === 'audiobook' || part === 'album' ? part : 'screen'
}

/** What is wrong, as the reporter would say it. */
export function categoryText(t: TFunction, category: IssueCategory, part: Part): string {
  if (category === 'other') return t('issues.category.other')
  if (category === 'wrong_content') return t(`issues.category.wrong_content.${part}`)
  return t(`issues.category.${category}.${mediumOf(part)}`)
}

export function categoryHint(t: TFunction, category: IssueCategory, part: Part): string {
  if (category === 'other') return t('issues.hint.other')
  if (category === 'wrong_content') return t(`issues.hint.wrong_content.${part}`)
  return t(`issues.hint.${category}.${mediumOf(part)}`)
}

/** The part of the title, or nothing for the whole of it. Season 0 holds the specials (2/4.9). */
export function scopeText(t: TFunction, scope: Scope): string | undefined {
  const { season_number: season, episode_number: episode, book_format } = scope
  if (book_format) return t(`issues.part.${book_format}`)
  if (season === undefined) return undefined
  if (episode === undefined)
    return season === 0 ? t('issues.part.specials') : t('issues.part.season', { season })
  return season === 0 ? t('issues.part.special', { episode }) : t('issues.part.episode', { season, episode })
}

const CLOSED = ['resolved', 'wont_fix', 'failed', 'dismissed'] as const
type Closed = (typeof CLOSED)[number]

export function isClosedStatus(status: IssueStatus): status is Closed {
  return CLOSED.some(one => one === status)
}

/**
 * The messages that a reporter reads. The one that ends a report is left out if Foyer wrote it, because the page says the
 * same in the reader's language.
 */
export function conversationOf(
  { status, resolution_kind }: Pick<Issue, 'status' | 'resolution_kind'>,
  messages: readonly IssueMessage[],
): readonly IssueMessage[] {
  const last = messages.at(-1)
  if (!last || !isClosedStatus(status)) return messages
  const is_repeated =
    last.author_kind === 'system' || (resolution_kind === 'reporter_confirmed' && last.author_kind === 'user')
  return is_repeated ? messages.slice(0, -1) : messages
}

/** Reasons that a reporter can do something with. The others are described by the status alone. */
const TOLD = [
  'reporter_confirmed',
  'reporter_timeout',
  'library_state_cleared',
  'admin_dismissed',
  'removed_no_replacement',
  'removed_waiting_for_air',
] as const satisfies readonly ResolutionKind[]

/** What comes next for an open report, or how a closed one ended. The server's own sentence may be technical. */
export function statusSentence(
  t: TFunction,
  { status, resolution_kind }: Pick<Issue, 'status' | 'resolution_kind'>,
): string {
  if (!isClosedStatus(status)) return t(`issues.next.${status}`)
  if (resolution_kind === 'admin_completed')
    return t(status === 'wont_fix' ? 'issues.outcome.admin_left' : 'issues.outcome.admin_fixed')
  const told = TOLD.find(kind => kind === resolution_kind)
  return t(`issues.outcome.${told ?? status}`)
}
