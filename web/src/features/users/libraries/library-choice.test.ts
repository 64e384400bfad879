import { describe, expect, it } from 'vitest'
import {
  applyEdit,
  type Choosable,
  groupLibraries,
  type LibraryChoice,
  reasonOf,
  setGranted,
  setPin,
  usableLibraries,
} from './library-choice.ts'

const instance = (id: string, service_type: Choosable['service_type'], more: Partial<Choosable> = {}) => ({
  id,
  service_type,
  name: id,
  is_default: false,
  sort_order: 0,
  ...more,
})
const INSTANCES = [
  instance('uhd', 'movie_manager', { sort_order: 2 }),
  instance('hd', 'movie_manager', { sort_order: 1, is_default: true }),
  instance('shelf', 'book_manager'),
  instance('fin', 'account_server_a'),
  instance('node', 'transcoder'),
]
const NOTHING: LibraryChoice = { pins: {}, grants: {} }
const group = (type: string, choice = NOTHING) => {
  const found = groupLibraries(INSTANCES, choice).find(one => one.type === type)
  if (!found) throw new Error(type)
  return found
}

describe('0.6 the libraries a person may use', () => {
  it('lists grantable instances in their order', () => {
    expect(groupLibraries(INSTANCES, NOTHING).map(one => one.type)).toEqual([
      'movie_manager',
      'book_manager',
      'account_server_a',
    ])
    expect(group('movie_manager').instances.map(one => one.id)).toEqual(['hd', 'uhd'])
  })

  it('asks for a default only where there are several', () => {
    expect(group('movie_manager').has_default).toBe(true)
    expect(group('book_manager').has_default).toBe(false)
  })

  it('gives the movie default to everyone without a pin, and books to no one by default', () => {
    expect(reasonOf(group('movie_manager'), 'hd', NOTHING)).toBe('shared')
    expect(reasonOf(group('book_manager'), 'shelf', NOTHING)).toBe('none')
    const pinned = setPin(NOTHING, 'movie_manager', 'uhd')
    expect(reasonOf(group('movie_manager', pinned), 'hd', pinned)).toBe('none')
    expect(reasonOf(group('movie_manager', pinned), 'uhd', pinned)).toBe('pinned')
  })

  it('lists those of one type that they may use', () => {
    const usable = (choice: LibraryChoice) =>
      usableLibraries('movie_manager', INSTANCES, choice).map(one => one.id)
    expect(usable(NOTHING)).toEqual(['hd'])
    expect(usable(setPin(NOTHING, 'movie_manager', 'uhd'))).toEqual(['uhd'])
    expect(usable(setGranted(NOTHING, group('movie_manager'), 'uhd', true))).toEqual(['hd', 'uhd'])
    expect(usableLibraries('book_manager', INSTANCES, NOTHING)).toEqual([])
  })

  it('adds and removes grants, and removes a pin with its grant', () => {
    const given = setGranted(NOTHING, group('book_manager'), 'shelf', true)
    expect(given.grants).toEqual({ book_manager: ['shelf'] })
    expect(reasonOf(group('book_manager', given), 'shelf', given)).toBe('given')
    const both = setPin(given, 'book_manager', 'shelf')
    const taken = setGranted(both, group('book_manager', both), 'shelf', false)
    expect(taken).toEqual({ grants: { book_manager: [] }, pins: { book_manager: '' } })
  })
})

describe('saving a choice while another admin, or the card beside it, grants something', () => {
  const before: LibraryChoice = { pins: { movie_manager: 'hd' }, grants: { account_server_a: ['fin'] } }
  const given = { ...before, grants: { ...before.grants, book_manager: ['shelf'] } }

  it('keeps what was granted since', () => {
    const edit = { from: before, to: setGranted(before, group('movie_manager', before), 'uhd', true) }
    expect(applyEdit(given, edit)).toEqual({
      pins: before.pins,
      grants: { account_server_a: ['fin'], book_manager: ['shelf'], movie_manager: ['uhd'] },
    })
  })

  it('keeps a default chosen since, unless this form chose one too', () => {
    const saved = setPin(before, 'movie_manager', '')
    expect(applyEdit(saved, { from: before, to: before }).pins).toEqual({ movie_manager: '' })
    const to = setPin(before, 'movie_manager', 'uhd')
    expect(applyEdit(saved, { from: before, to }).pins).toEqual({ movie_manager: 'uhd' })
  })

  it('takes back only what this form took back', () => {
    const to = setGranted(before, group('account_server_a', before), 'fin', false)
    expect(applyEdit(given, { from: before, to }).grants).toEqual({
      account_server_a: [],
      book_manager: ['shelf'],
    })
  })

  it('grants nothing twice', () => {
    const to = setGranted(before, group('book_manager', before), 'shelf', true)
    expect(applyEdit(given, { from: before, to })).toEqual(given)
  })
})
