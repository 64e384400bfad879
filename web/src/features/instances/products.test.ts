import { SERVICE_TYPES } from '@foyer/contract/instances/instance-types'
import { expect, it } from 'vitest'
import { byKind, suggestedName, KINDS, typesOf } from './products.ts'

it('0.1 shows every type once, under one kind', () => {
  expect(KINDS.flatMap(typesOf).sort()).toEqual([...SERVICE_TYPES].sort())
})

it('0.1 groups instances in order, and leaves out unknown types', () => {
  const one = { service_type: 'movie_manager', name: 'a' }
  const two = { service_type: 'invite_server', name: 'b' }
  const three = { service_type: 'movie_manager', name: 'c' }
  const odd = { service_type: 'download_client', name: 'd' }
  expect(byKind([one, two, odd, three])).toEqual([
    { kind: 'movies', instances: [one, three] },
    { kind: 'media_servers', instances: [two] },
  ])
})

it.each([
  [[], 'Radarr'],
  [['radarr '], 'Radarr 2'],
  [['Radarr', 'RADARR 2'], 'Radarr 3'],
])('1/I offers a name that is free: %j', (taken, name) => {
  expect(suggestedName('movie_manager', taken)).toBe(name)
})
