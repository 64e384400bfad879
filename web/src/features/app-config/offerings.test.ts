import type { AppConfig } from '@foyer/contract/app-config'
import { expect, it } from 'vitest'
import { offeringsOf, serversOf } from './offerings.ts'

const instance = (service_type: AppConfig['instances'][number]['service_type'], name: string) => ({
  id: name,
  service_type,
  name,
  is_default: false,
  media_downloads: false,
})

it('1/4.2 lists every media type except hidden ones, with its libraries', () => {
  const config = {
    instances: [
      instance('movie_manager', 'Films'),
      instance('movie_manager', '4K'),
      instance('invite_server', 'Plex'),
    ],
    hidden_discover_tabs: ['book' as const],
  }
  expect(offeringsOf(config)).toEqual([
    { type: 'movie', libraries: ['Films', '4K'] },
    { type: 'tv', libraries: [] },
    { type: 'music', libraries: [] },
  ])
  expect(serversOf(config)).toEqual(['Plex'])
})
