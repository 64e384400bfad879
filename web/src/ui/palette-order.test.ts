import { describe, expect, test } from 'vitest'
import {
  type Group,
  isBestKnown,
  isNamed,
  isTaken,
  keepOrder,
  rankSections,
  type Section,
} from './palette-order.ts'

const item = (label: string, ...keywords: string[]) => ({ id: label, label, keywords })

const PAGES: Section = {
  heading: 'Pages',
  source: 'page',
  items: ['Home', 'Calendar', 'Instances'].map(one => item(one)),
}
const SETTINGS: Section = {
  heading: 'Settings',
  source: 'command',
  items: [item('Image cache', 'Keep pictures overnight'), item('Notifications', 'Quiet at night')],
}
const ACTIONS: Section = {
  heading: 'Actions',
  source: 'command',
  items: [item('Theme: Dark', 'night', 'theme')],
}
const OURS = [PAGES, SETTINGS, ACTIONS]

function titles(...names: string[]): Section {
  return {
    heading: 'Titles',
    source: 'found',
    items: names.map(name => item(name)),
    search: item('Search for all'),
    answered: true,
  }
}

const labels = (groups: readonly Group[]) => groups.flatMap(({ items }) => items.map(({ label }) => label))
const best = (typed: string, ...sections: Section[]) => labels(rankSections(typed, sections))[0]

describe('the row that Enter takes', () => {
  test.each([
    ['night', ['Into the Night', 'Night Porters'], 'Night Porters'],
    ['night', ['Into the Night', 'Nightingale', 'Night'], 'Night'],
    ['porters night', ['Unrelated', 'Night Porters'], 'Night Porters'],
    ['amelie', ['Amélie of Nowhere'], 'Amélie of Nowhere'],
    ['theme dark', ['Theme: Dark'], 'Theme: Dark'],
    ['inst', ['Instant Family'], 'Instant Family'],
    ['calendar', ['Calendar'], 'Calendar'],
    ['stances', ['Two Stances'], 'Two Stances'],
  ])('%j of the titles %j is %j, wherever the titles stand', (typed, names, expected) => {
    expect(best(typed, ...OURS, titles(...names))).toBe(expected)
    expect(best(typed, titles(...names), ...OURS)).toBe(expected)
    expect(rankSections(typed, [...OURS, titles(...names)])[0]?.heading).toBe('Titles')
  })

  test('the whole name of a page beats a title that only begins with it', () => {
    expect(best('calendar', titles('Calendar Girls'), ...OURS)).toBe('Calendar')
    expect(best('Home ', titles('Home NoUsersYet'), ...OURS)).toBe('Home')
  })

  test('a page whose name starts with the text beats titles found by another name', () => {
    expect(best('cal', titles('The Scalpel', 'A Word in Latin'), ...OURS)).toBe('Calendar')
  })

  test.each([
    ['theme', ['A Word in Latin'], 'A Word in Latin'],
    ['image', ['Picture of Nobody'], 'Picture of Nobody'],
    ['dark', ['The Dark Quay'], 'The Dark Quay'],
  ])('%j takes the title %j, never a setting or a theme', (typed, names, expected) => {
    expect(best(typed, ...OURS, titles(...names))).toBe(expected)
  })

  test.each(['Dark', 'Light', 'Settings', 'Language', 'Backup', 'Notifications', 'Theme: Dark'])(
    'C61 %j, a title as well as words of settings, is never a setting or a theme while it is typed',
    name => {
      const ours: Section[] = [
        PAGES,
        { ...SETTINGS, items: ['Notifications', 'Language', 'Backup', 'Backups'].map(one => item(one)) },
        { ...ACTIONS, items: ['Theme: Dark', 'Theme: Light', 'Language: Deutsch'].map(one => item(one)) },
      ]
      const running = { ...titles(), answered: false, state: 'pending' } as const
      const commands = ours.slice(1).flatMap(({ items }) => items.map(({ label }) => label))
      for (let length = 1; length <= name.length; length++) {
        const typed = name.slice(0, length)
        expect(best(typed, ...ours, running), typed).toBe('Search for all')
        // Some sources have answered, others not.
        expect(commands, typed).not.toContain(
          best(typed, ...ours, titles(), { ...running, heading: 'Books' }),
        )
        for (const title of [name, `${name} of Nowhere`, `A ${name} Night`])
          expect(best(typed, ...ours, titles(title)), typed).toBe(title)
      }
    },
  )

  test('a command is taken when every search has answered and found nothing of that name', () => {
    expect(best('theme: dark', titles('A Word in Latin'), ...OURS)).toBe('Theme: Dark')
    expect(best('theme: dark', titles('Theme: Dark Waters'), ...OURS)).toBe('Theme: Dark Waters')
    expect(best('notif', { ...titles(), search: undefined }, ...OURS)).toBe('Notifications')
    expect(best('notif', titles(), ...OURS)).toBe('Notifications')
  })

  test.each(['pending', 'failed'] as const)(
    'while a search is %s, it is the search, no page or command',
    state => {
      for (const typed of ['cal', 'notif', 'theme', 'night'])
        expect(best(typed, ...OURS, { ...titles(), answered: false, state })).toBe('Search for all')
    },
  )

  test('the whole name of a command waits for running searches, but not for those that failed', () => {
    const of = (state: 'pending' | 'failed') => ({ ...titles(), answered: false, state })
    for (const typed of ['Notifications', 'Theme: Dark']) {
      expect(best(typed, ...OURS, of('pending')), typed).toBe('Search for all')
      expect(best(typed, ...OURS, of('failed')), typed).toBe(typed)
    }
  })

  test('while the search runs, it is the search itself, never a row that only contains the words', () => {
    const searching = { ...titles(), answered: false, state: 'pending' } as const
    expect(labels(rankSections('night', [...OURS, searching]))).toEqual([
      'Search for all',
      'Image cache',
      'Notifications',
      'Theme: Dark',
    ])
  })

  test('a better match is never cut off by worse ones', () => {
    const many = Array.from({ length: 9 }, (_, at) => `Night ${at}`)
    expect(best('night watch', { ...titles(...many, 'Night Watch'), limit: 3 })).toBe('Night Watch')
    expect(labels(rankSections('night', [{ ...titles(...many), limit: 3 }]))).toHaveLength(4)
  })

  test('results of an earlier text stay only if they match the new one', () => {
    const earlier = { ...titles('Night Porters', 'Noctuary'), answered: false }
    expect(labels(rankSections('nigh', [earlier]))).toEqual(['Night Porters', 'Search for all'])
  })

  test('symbols are matched as they are, and an empty text shows everything in order', () => {
    const help = { ...ACTIONS, items: [item('Show keyboard shortcuts', '?')] }
    expect(labels(rankSections('?', [PAGES, help]))).toEqual(['Show keyboard shortcuts'])
    expect(
      rankSections('  ', [PAGES, { ...titles(), search: undefined }, help]).map(one => one.heading),
    ).toEqual(['Pages', 'Actions'])
  })
})

describe('Enter while results arrive', () => {
  const pending = { ...titles(), heading: 'Books', state: 'pending' } as const

  test('waits for whatever could be better', () => {
    expect(isBestKnown('night', [titles('Night Porters'), pending])).toBe(false)
    expect(isBestKnown('night', [pending, titles('Night')])).toBe(false)
    expect(isBestKnown('calendar', [PAGES, titles('Calendar Girls'), pending])).toBe(false)
  })

  test('waits no longer for what cannot be better', () => {
    expect(isBestKnown('night', [titles('Night'), pending])).toBe(true)
    expect(isBestKnown('night', [titles('Night Porters'), { ...pending, state: 'failed' }])).toBe(true)
    expect(isBestKnown('night', [...OURS, titles()])).toBe(true)
  })

  /** The row that Enter has taken on the search page. */
  function taken(typed: string, found: readonly Section[], has_waited: boolean) {
    const first = rankSections(typed, [...found, ...OURS])[0]?.items[0]
    return isTaken(typed, found, first, has_waited) ? first?.label : undefined
  }
  const found = (...names: string[]): Section => ({ ...titles(...names), search: undefined })
  const late = { ...found(), heading: 'Books', answered: false, state: 'pending' } as const

  test('takes a title that arrives after the wait, as soon as it is there', () => {
    expect(taken('night porters', [late], true)).toBeUndefined()
    expect(taken('night porters', [found('Night Porters Return'), late], false)).toBeUndefined()
    expect(taken('night porters', [found('Night Porters Return'), late], true)).toBe('Night Porters Return')
    expect(taken('night porters', [found('Night Porters Return')], false)).toBe('Night Porters Return')
  })

  test('takes no page and no setting while a title may still arrive, however long that takes', () => {
    for (const typed of ['calendar', 'notifications', 'notif'])
      expect(taken(typed, [late], true), typed).toBeUndefined()
    expect(taken('calendar', [found('Calendar Girls'), late], true)).toBeUndefined()
    expect(taken('calendar', [found('Calendar')], true)).toBe('Calendar')
    expect(taken('notif', [found()], false)).toBe('Notifications')
  })

  test('takes the link to all results after the wait', () => {
    const running = { ...late, search: item('Search for all') }
    expect(taken('notifications', [running], false)).toBeUndefined()
    expect(taken('notifications', [running], true)).toBe('Search for all')
    expect(taken('calendar', [running], true)).toBeUndefined()
  })

  describe.each(['Dark', 'Light', 'Settings', 'Language', 'Backups', 'Notifications', 'Theme: Dark'])(
    'C61 the title %j, typed letter by letter while sources are slow',
    name => {
      const commands: Section[] = [
        { ...SETTINGS, items: ['Notifications', 'Language', 'Backup', 'Backups'].map(one => item(one)) },
        { ...ACTIONS, items: ['Theme: Dark', 'Theme: Light', 'Language: Deutsch'].map(one => item(one)) },
      ]
      const own = commands.flatMap(({ items }) => items)
      const movies = { ...titles(name), heading: 'Movies', search: undefined }
      /** How a source stands when Enter is pressed: the movies have the title as soon as they have answered. */
      const of_movies: Section[] = [
        { ...movies, items: [], answered: false, state: 'pending' },
        { ...movies, answered: false, state: 'pending' },
        movies,
      ]
      const of_books: Section[] = [late, { ...late, state: 'failed' }, { ...found(), heading: 'Books' }]
      const all: Section = { ...found(), heading: 'Search', search: item('Search for all') }

      test.each(Array.from(name, (_, at) => name.slice(0, at + 1)))('Enter at %j is no command', typed => {
        for (const movie of of_movies)
          for (const book of of_books)
            for (const has_waited of [false, true])
              for (const sections of [
                [movie, book, all, PAGES, ...commands],
                [PAGES, ...commands, book, movie, all],
              ]) {
                const first = rankSections(typed, sections)[0]?.items[0]
                const row = isTaken(typed, sections, first, has_waited) ? first : undefined
                expect(own).not.toContain(row)
              }
      })
    },
  )

  test('takes nothing where nothing was found', () => {
    expect(taken('zzzz', [found()], true)).toBeUndefined()
  })
})

test('somebody is named by the beginnings of their words', () => {
  expect(isNamed('Ursula K. Le Guin', 'le guin')).toBe(true)
  expect(isNamed('Greta Bellweather', 'the')).toBe(false)
})

test('rows keep their place while the person moves through them; new ones are added below', () => {
  const shown = rankSections('night', [...OURS, { ...titles(), answered: false }])
  const arrived = rankSections('night', [...OURS, titles('Night Porters', 'Into the Night')])
  expect(labels(arrived)[0]).toBe('Night Porters')
  expect(keepOrder(shown, arrived)).toEqual([
    { heading: 'Titles', items: ['Search for all', 'Night Porters', 'Into the Night'].map(one => item(one)) },
    ...shown.slice(1),
  ])
  const pages_only = rankSections('cal', [PAGES])
  expect(labels(keepOrder(pages_only, rankSections('cal', [titles('Calm'), PAGES])))).toEqual([
    'Calendar',
    'Calm',
    'Search for all',
  ])
})
