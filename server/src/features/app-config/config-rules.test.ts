import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { describe, expect, it } from 'vitest'
import { type ConfigFacts, presentConfig } from './config-rules.ts'

const server = { server_name: 'Home', version: '0.4.2', image_base_url: 'https://image.test/t/p' }
const item = (service_type: ServiceType, id: string = service_type, media_downloads = false) => ({
  id,
  service_type,
  name: `The ${id}`,
  media_downloads,
})

function config(facts: Partial<ConfigFacts> = {}) {
  return presentConfig(server, {
    role: 'user',
    inventory: [],
    visible: [],
    default_ids: new Set(),
    granted_ids: new Set(),
    hidden: [],
    metadata: false,
    lists: false,
    ai: false,
    issues_enabled: false,
    allow_reporting: true,
    set_top_boxes: false,
    ...facts,
  })
}

describe('what the server offers (1/4.2, 9)', () => {
  it('offers nothing where nothing is configured, and says what it can', () => {
    expect(config()).toEqual({
      server_name: 'Home',
      version: '0.4.2',
      min_app_version: '0.0.0',
      services: {
        movie_manager: false,
        tv_manager: false,
        book_manager: false,
        music_manager: false,
        media_downloads: false,
        ai: false,
        metadata: false,
        lists: false,
        transcoder: false,
      },
      instances: [],
      issues_enabled: false,
      allow_reporting: true,
      admin_catalog_browsing: true,
      hidden_discover_tabs: [],
      request_quotas: true,
      tv_match_corrections: true,
      media_account_management: true,
      invite_access_requestable: false,
      set_top_boxes: false,
      image_base_url: 'https://image.test/t/p',
    })
  })

  it.each(['movie_manager', 'tv_manager', 'book_manager', 'music_manager'] as const)(
    'offers a %s only to who sees one',
    type => {
      const inventory = [item(type)]
      expect(config({ inventory }).services[type]).toBe(false)
      expect(config({ inventory, visible: inventory }).services[type]).toBe(true)
    },
  )

  it('shows visible instances with the caller’s defaults and downloads, and nothing else of them', () => {
    const visible = [item('movie_manager', 'a', true), item('movie_manager', 'b')]
    const { instances, services } = config({ visible, inventory: visible, default_ids: new Set(['b']) })
    expect(instances).toEqual([
      { id: 'a', service_type: 'movie_manager', name: 'The a', is_default: false, media_downloads: true },
      { id: 'b', service_type: 'movie_manager', name: 'The b', is_default: true, media_downloads: false },
    ])
    expect(services.media_downloads).toBe(true)
  })

  it('keeps a transcoder for admins', () => {
    const visible = [item('transcoder'), item('audiobook_server')]
    const types = (role: 'admin' | 'user') => {
      const { instances, services } = config({ role, visible, inventory: visible })
      return [instances.map(one => one.service_type), services.transcoder]
    }
    expect(types('user')).toEqual([['audiobook_server'], false])
    expect(types('admin')).toEqual([['transcoder', 'audiobook_server'], true])
  })

  it('says which providers are configured', () => {
    expect(config({ metadata: true }).services).toMatchObject({ metadata: true, lists: false })
    expect(config({ lists: true }).services).toMatchObject({ metadata: false, lists: true })
  })

  it('lets people ask for an invite while there is a server and they have no grant on one', () => {
    const inventory = [item('invite_server', 'p'), item('invite_server', 'q')]
    expect(config({ inventory }).invite_access_requestable).toBe(true)
    expect(config({ inventory, granted_ids: new Set(['q']) }).invite_access_requestable).toBe(false)
    expect(config({ inventory: [item('account_server_a')] }).invite_access_requestable).toBe(false)
  })
})
