import { describe, expect, test } from 'vitest'
import { type Group, keepOrder, rankSections, type Section } from './palette-order.ts'

const item = (label: string, ...keywords: string[]) => ({ id: label, label, keywords })

const PAGES: Section = {
  heading: 'Pages',
  source: 'own',
  items: ['Home', 'Calendar', 'Instances'].map(one => item(one)),
}
const SETTINGS: Section = {
  heading: 'Settings',
  source: 'own',
  items: [item('Image cache', 'Keep pictures overnight'), item('Notifications', 'Quiet at night')],
}
const ACTIONS: Section = { heading: 'Actions', source: 'own', items: [item('Theme: Dark', 'night', 'theme')] }
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

  test('while the search runs, it is the search itself, never a row that only contains the words', () => {
    expect(labels(rankSections('night', [...OURS, { ...titles(), answered: false }]))).toEqual([
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
