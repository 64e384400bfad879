import { describe, expect, it } from 'vitest'
import toolNames from '#locales/en/tool-names.json'
import chat from '#locales/en/chat.json'
import { askedOf, stepText } from './step-words.ts'

const t = ((key: string) => key) as unknown as Parameters<typeof stepText>[0]

describe('the steps of an answer', () => {
  it('have words for every tool', () => {
    expect(Object.keys(chat.step.done).sort()).toEqual(Object.keys(toolNames).sort())
    expect(Object.keys(chat.step.running).sort()).toEqual(Object.keys(toolNames).sort())
  })

  it('use the label of the server for a tool of a newer one', () => {
    expect(stepText(t, { name: 'paint_walls', label: 'Paint walls', state: 'done' })).toBe('Paint walls')
    expect(stepText(t, { name: 'get_queue', label: 'Get queue', state: 'done' })).toBe(
      'chat.step.done.get_queue',
    )
    expect(stepText(t, { name: 'get_queue', label: 'Get queue', state: 'failed' })).toBe(
      'chat.step.running.get_queue',
    )
  })

  it('show what was asked as names and values', () => {
    expect(askedOf('{"query":"dune","tmdb_id":7,"genres":["a","b"],"page":null,"x":{"y":1}}')).toEqual([
      { name: 'query', value: 'dune' },
      { name: 'tmdb id', value: '7' },
      { name: 'genres', value: 'a, b' },
      { name: 'x', value: '{"y":1}' },
    ])
    expect(askedOf('{}')).toEqual([])
    expect(askedOf(undefined)).toEqual([])
    expect(askedOf('{"query":"cut of')).toEqual([{ name: '', value: '{"query":"cut of' }])
  })
})
