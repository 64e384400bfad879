import {
  type ConnectionCategory,
  hasGlobalDefault,
  type ServiceType,
} from '@foyer/contract/instances/instance-types'
import type {
  Instance,
  InstanceCandidate,
  InstanceChange,
  NewInstance,
} from '@foyer/contract/instances/instances'
import { needsSecretAgain } from '@foyer/contract/secret-origin'
import { withScheme } from '#lib/address.ts'
import { PRODUCTS } from '../products.ts'

/** The values of the connection form. */
export interface InstanceDraft {
  name: string
  url: string
  /** Null keeps the saved key. */
  api_key: string | null
  clear_api_key: boolean
  is_default: boolean
  /** As typed. */
  sort_order: string
  /** A completed Plex link, and the selected server. */
  link: { pin: string; machine_identifier: string } | null
}

export function newDraft(name: string): InstanceDraft {
  return {
    name,
    url: '',
    api_key: '',
    clear_api_key: false,
    is_default: false,
    sort_order: '0',
    link: null,
  }
}

export function draftOf(instance: Instance): InstanceDraft {
  return {
    name: instance.name,
    url: instance.url,
    api_key: instance.has_api_key ? null : '',
    clear_api_key: false,
    is_default: instance.is_default,
    sort_order: String(instance.sort_order),
    link: null,
  }
}

type Secrets = Pick<InstanceChange, 'api_key' | 'clear_api_key' | 'link_pin'>

function secretsOf(type: ServiceType, draft: InstanceDraft): Secrets {
  if (type === 'invite_server' && draft.link) return { link_pin: draft.link.pin }
  if (draft.clear_api_key) return { clear_api_key: true }
  return draft.api_key ? { api_key: draft.api_key } : {}
}

export function candidateOf(type: ServiceType, draft: InstanceDraft, id?: string): InstanceCandidate {
  return { service_type: type, url: withScheme(draft.url), ...secretsOf(type, draft), ...(id && { id }) }
}

export function bodyOf(type: ServiceType, draft: InstanceDraft): NewInstance {
  return {
    service_type: type,
    name: draft.name,
    url: withScheme(draft.url),
    ...secretsOf(type, draft),
    ...(hasGlobalDefault(type) && { is_default: draft.is_default }),
    sort_order: Number(draft.sort_order),
    ...(draft.link && { server_config: { machine_identifier: draft.link.machine_identifier } }),
  }
}

/** The configuration is replaced as a whole (1/I), so a new link includes the rest of it. */
export function changeOf(instance: Instance, draft: InstanceDraft): InstanceChange {
  const { server_config, ...body } = bodyOf(instance.service_type, draft)
  if (!server_config) return body
  return { ...body, server_config: { ...instance.server_config, ...server_config } }
}

/** C67: the address changed, so the saved key is not sent. */
export function needsKeyAgain(draft: InstanceDraft, stored?: Instance): boolean {
  if (!stored) return false
  return needsSecretAgain({
    keeps_secret: stored.has_api_key && !draft.link && !draft.clear_api_key,
    saved_for: stored.url,
    address: withScheme(draft.url),
  })
}

const GAP_FIELDS = {
  name: 'name',
  url: 'url',
  api_key: 'api_key',
  api_key_again: 'api_key',
  sort_order: 'sort_order',
} as const
export type Gap = keyof typeof GAP_FIELDS

export function fieldOfGap(gap: Gap): (typeof GAP_FIELDS)[Gap] {
  return GAP_FIELDS[gap]
}

/** Missing fields, checked before anything is sent. */
export function gapsOf(type: ServiceType, draft: InstanceDraft, stored?: Instance): Gap[] {
  const gaps: Gap[] = []
  if (!draft.name.trim()) gaps.push('name')
  if (!draft.url.trim()) gaps.push('url')
  const needs_key = PRODUCTS[type].key === 'required' && !draft.link
  if (needsKeyAgain(draft, stored)) {
    if (!draft.api_key?.trim()) gaps.push('api_key_again')
  } else if (needs_key && draft.api_key !== null && !draft.api_key.trim()) gaps.push('api_key')
  if (!/^-?\d{1,5}$/.test(draft.sort_order) || Math.abs(Number(draft.sort_order)) > 10_000) {
    gaps.push('sort_order')
  }
  return gaps
}

/** The field that a test result belongs to. */
export function fieldOf(category: ConnectionCategory): 'url' | 'api_key' {
  return category === 'unauthorized' || category === 'secret_required' ? 'api_key' : 'url'
}
