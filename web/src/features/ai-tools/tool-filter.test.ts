import type { AiTool } from '@foyer/contract/tool-access/ai-tools'
import { expect, it } from 'vitest'
import { filterTools, readToolFilter } from './tool-filter.ts'

const tool = (name: string, more: Partial<AiTool>): AiTool => ({
  name,
  title: name,
  description: '',
  enabled: true,
  admin_only: false,
  permission: 'media:discover',
  hint: 'read',
  ...more,
})
const TOOLS = [
  tool('search_movies', { title: 'Search movies' }),
  tool('request_media', { title: 'Request a title', hint: 'write' }),
  tool('get_queue', { title: 'See downloads', admin_only: true }),
  tool('remove_queue_item', { title: 'Remove a download', admin_only: true, hint: 'destructive' }),
]
const found = (filter: Parameters<typeof filterTools>[1]) =>
  filterTools(TOOLS, filter, ({ name, title }) => [name, title]).map(({ name }) => name)

it('finds tools by words, by what they do and by who can use them', () => {
  expect(found({})).toHaveLength(4)
  expect(found({ q: 'download' })).toEqual(['get_queue', 'remove_queue_item'])
  expect(found({ q: 'queue remove' })).toEqual(['remove_queue_item'])
  expect(found({ hint: 'read' })).toEqual(['search_movies', 'get_queue'])
  expect(found({ for: 'everyone' })).toEqual(['search_movies', 'request_media'])
  expect(found({ for: 'admin_only', hint: 'destructive', q: 'movies' })).toEqual([])
})

it('reads only known filters from the address', () => {
  expect(readToolFilter({ q: 24, hint: 'write', for: 'admin_only' })).toEqual({
    q: '24',
    hint: 'write',
    for: 'admin_only',
  })
  expect(readToolFilter({ q: '', hint: 'all', for: 'kids' })).toEqual({})
})
