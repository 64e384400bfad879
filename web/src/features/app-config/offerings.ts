import type { AppConfig } from '@foyer/contract/app-config'
import { MANAGER_OF, MEDIA_TYPES, type MediaType } from '@foyer/contract/instances/instance-types'

const WATCH_ON = ['account_server_a', 'account_server_b', 'invite_server', 'audiobook_server'] as const

export interface Offering {
  type: MediaType
  /** Names of the libraries this account may use. */
  libraries: readonly string[]
}

/** 1/4.2: media types and their libraries; hidden types are left out. */
export function offeringsOf(config: Pick<AppConfig, 'instances' | 'hidden_discover_tabs'>): Offering[] {
  return MEDIA_TYPES.filter(type => !config.hidden_discover_tabs.includes(type)).map(type => ({
    type,
    libraries: config.instances.filter(one => one.service_type === MANAGER_OF[type]).map(one => one.name),
  }))
}

/** The media servers to watch or listen on. */
export function serversOf(config: Pick<AppConfig, 'instances'>): string[] {
  return config.instances.filter(one => WATCH_ON.some(type => type === one.service_type)).map(one => one.name)
}

type PagesConfig = Pick<
  AppConfig,
  'instances' | 'hidden_discover_tabs' | 'invite_access_requestable' | 'allow_reporting'
> & { services: Pick<AppConfig['services'], 'transcoder'> }

/**
 * What the navigation leaves out: hidden media types (R1), `server` if the account has none and cannot ask, `reports` if
 * it has none and cannot report, and `transcoder` if it sees none.
 */
export function hiddenPages(config: PagesConfig | undefined, has_reports: boolean): readonly string[] {
  const without_reports = has_reports || config?.allow_reporting ? [] : ['reports']
  if (!config) return ['server', 'transcoder', ...without_reports]
  const has_servers = serversOf(config).length > 0 || config.invite_access_requestable
  return [
    ...config.hidden_discover_tabs,
    ...(has_servers ? [] : ['server']),
    ...(config.services.transcoder ? [] : ['transcoder']),
    ...without_reports,
  ]
}
