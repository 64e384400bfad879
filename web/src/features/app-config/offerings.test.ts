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

describe('pages that some accounts do not have', () => {
  const config = {
    instances: [],
    hidden_discover_tabs: ['music' as const],
    invite_access_requestable: false,
    allow_reporting: true,
    services: { transcoder: true },
  }

  it('leaves out the servers for somebody without one who cannot ask for one', () => {
    expect(hiddenPages(undefined, false)).toContain('server')
    expect(hiddenPages(config, false)).toEqual(['music', 'server'])
    expect(hiddenPages({ ...config, invite_access_requestable: true }, false)).toEqual(['music'])
    const instances = [instance('account_server_a', 'Jellyfin')]
    expect(hiddenPages({ ...config, instances }, false)).toEqual(['music'])
  })

  it('has the transcoder for those who see one', () => {
    expect(hiddenPages(undefined, false)).toContain('transcoder')
    expect(hiddenPages({ ...config, services: { transcoder: false } }, false)).toContain('transcoder')
    expect(hiddenPages(config, false)).not.toContain('transcoder')
  })

  it('leaves out the reports for somebody without one while reporting is off', () => {
    const off = { ...config, allow_reporting: false }
    expect(hiddenPages(off, false)).toContain('reports')
    expect(hiddenPages(off, true)).not.toContain('reports')
    expect(hiddenPages(config, false)).not.toContain('reports')
  })
})
