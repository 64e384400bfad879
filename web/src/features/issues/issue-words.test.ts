import {
  ISSUE_CATEGORIES,
  ISSUE_STATUSES,
  type IssueAuthor,
  RESOLUTION_KINDS,
  type ResolutionKind,
} from '@foyer/contract/issues/issue'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import issues from '#locales/en/issues.json'
import {
  categoryHint,
  categoryText,
  conversationOf,
  isClosedStatus,
  type Part,
  partOf,
  scopeText,
  statusSentence,
} from './issue-words.ts'

const i18n = i18next.createInstance()
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: { issues } } } }))

const said = (id: number, author_kind: IssueAuthor) => ({
  id,
  author_kind,
  body: 'Hello',
  created_at: '2026-11-16T10:00:00Z',
})

const PARTS: readonly Part[] = ['movie', 'show', 'season', 'episode', 'book', 'audiobook', 'album']

describe('what a report is about', () => {
  it.each([
    [{ media_type: 'movie' }, 'movie', undefined],
    [{ media_type: 'tv' }, 'show', undefined],
    [{ media_type: 'tv', season_number: 2 }, 'season', 'Season 2'],
    [{ media_type: 'tv', season_number: 2, episode_number: 5 }, 'episode', 'Season 2, episode 5'],
    // 2/4.9: season 0 with an episode is a special, without one it is all of them.
    [{ media_type: 'tv', season_number: 0 }, 'season', 'Specials'],
    [{ media_type: 'tv', season_number: 0, episode_number: 3 }, 'episode', 'Special 3'],
    [{ media_type: 'book' }, 'book', undefined],
    [{ media_type: 'book', book_format: 'audiobook' }, 'audiobook', 'Audiobook'],
    [{ media_type: 'music' }, 'album', undefined],
  ] as const)('%j', (scope, part, text) => {
    expect(partOf(scope)).toBe(part)
    expect(scopeText(i18n.t, scope)).toBe(text)
  })
})

it('every kind of problem has words for every kind of title', () => {
  const words = PARTS.flatMap(part =>
    ISSUE_CATEGORIES.flatMap(one => [categoryText(i18n.t, one, part), categoryHint(i18n.t, one, part)]),
  )
  expect(words.filter(text => text.startsWith('issues.'))).toEqual([])
  expect(categoryText(i18n.t, 'wrong_content', 'episode')).toBe("It's the wrong episode")
  expect(categoryText(i18n.t, 'bad_copy', 'audiobook')).toBe('The recording is bad')
})

describe('2/4.9 the status in words', () => {
  it.each(ISSUE_STATUSES)('%s has a sentence for every reason', status => {
    for (const resolution_kind of RESOLUTION_KINDS)
      expect(statusSentence(i18n.t, { status, resolution_kind })).not.toContain('issues.')
  })

  it('says who ended it where a reporter can tell, and the outcome otherwise', () => {
    const sentence = (status: 'resolved' | 'wont_fix', resolution_kind: ResolutionKind) =>
      statusSentence(i18n.t, { status, resolution_kind })
    expect(sentence('resolved', 'admin_completed')).toBe('An admin took care of it.')
    expect(sentence('wont_fix', 'admin_completed')).toBe('An admin decided to leave it as it is.')
    expect(sentence('resolved', 'reporter_confirmed')).toBe("You said that it's fixed.")
    expect(sentence('resolved', 'agent_concluded')).toBe('The problem is fixed.')
  })

  it('leaves out what Foyer wrote at the end, and never what somebody else wrote', () => {
    const ended = (author_kind: IssueAuthor, resolution_kind: ResolutionKind) =>
      conversationOf({ status: 'resolved', resolution_kind }, [said(1, 'user'), said(2, author_kind)]).length
    expect(ended('system', 'library_state_cleared')).toBe(1)
    expect(ended('user', 'reporter_confirmed')).toBe(1)
    expect(ended('admin', 'admin_completed')).toBe(2)
    expect(ended('user', 'admin_dismissed')).toBe(2)
    const open = { status: 'awaiting_user', resolution_kind: '' } as const
    expect(conversationOf(open, [said(1, 'system')])).toHaveLength(1)
  })

  it('knows the last four as closed', () => {
    expect(ISSUE_STATUSES.filter(isClosedStatus)).toEqual(['resolved', 'wont_fix', 'failed', 'dismissed'])
  })
})
