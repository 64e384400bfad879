import type { AppConfig } from '@foyer/contract/app-config'
import { describe, expect, it } from 'vitest'
import { hiddenPages, offeringsOf, serversOf } from './offerings.ts'

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

describe('the page of servers', () => {
  const config = { instances: [], hidden_discover_tabs: ['music' as const], invite_access_requestable: false }

  it('is left out for somebody without a media server who cannot ask for one', () => {
    expect(hiddenPages(undefined)).toContain('server')
    expect(hiddenPages(config)).toEqual(['music', 'server'])
    expect(hiddenPages({ ...config, invite_access_requestable: true })).toEqual(['music'])
    const instances = [instance('account_server_a', 'Jellyfin')]
    expect(hiddenPages({ ...config, instances })).toEqual(['music'])
  })
})
