import { isLibraryManager, isMediaServer, type ServiceType } from '@foyer/contract/instances/instance-types'
import type { InstanceChange, PathMapping } from '@foyer/contract/instances/instances'
import { needsSecretAgain } from '@foyer/contract/secret-origin'
import { deliveryDefaultProblems } from './delivery/delivery-default-rules.ts'

/** Messages by field name; empty when all fields are valid. */
export type Problems = Record<string, string>

/**
 * The address to store, or null if it is invalid: absolute http(s), no user, query or fragment, no trailing slash.
 */
export function acceptUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || text.includes('?') || text.includes('#')) return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Names are unique per type, ignoring case. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

const ADDRESS_SENTENCE = 'Use an address such as http://192.168.1.20:7878, without user, query or fragment.'

/** Rules of 1/I for fields that the schema alone cannot check. */
export function fieldProblems(
  type: ServiceType,
  change: InstanceChange,
  media_roots: readonly string[],
): Problems {
  return {
    ...(change.service_type !== undefined &&
      change.service_type !== type && { service_type: 'The type of an instance cannot be changed.' }),
    ...(change.url !== undefined && acceptUrl(change.url) === null && { url: ADDRESS_SENTENCE }),
    ...keyProblems(type, change),
    ...mappingProblems(type, change.media_path_mappings ?? [], media_roots),
    ...configProblems(type, change),
    ...deliveryDefaultProblems(type, change.delivery_defaults),
  }
}

/** Whether a new instance of this type requires its own key (1/I). */
export function needsKey(type: ServiceType, change: InstanceChange): boolean {
  if (type === 'transcoder' || change.api_key) return false
  return !(type === 'invite_server' && change.link_pin !== undefined)
}

/** Whether the stored key is obsolete: a new one was given, or none is wanted. */
export function replacesKey({ api_key, link_pin, clear_api_key }: InstanceChange): boolean {
  return Boolean(api_key) || link_pin !== undefined || clear_api_key === true
}

/** C67: whether the stored key would be sent to another origin than the one it was saved for. */
export function movesKey(
  change: InstanceChange,
  stored: { url: string; api_key_box: string | null } | undefined,
): boolean {
  if (!stored) return false
  const keeps_secret = stored.api_key_box !== null && !replacesKey(change)
  return needsSecretAgain({ keeps_secret, saved_for: stored.url, address: change.url ?? stored.url })
}

function keyProblems(type: ServiceType, { api_key, clear_api_key, link_pin }: InstanceChange): Problems {
  const problems: Problems = {}
  if (clear_api_key && type !== 'transcoder') {
    problems['clear_api_key'] = 'Only a transcoder works without a key.'
  } else if (clear_api_key && api_key) {
    problems['clear_api_key'] = 'Give a new key or clear the stored one, not both.'
  }
  if (link_pin !== undefined && type !== 'invite_server') {
    problems['link_pin'] = 'Only an invite server can be linked.'
  } else if (link_pin !== undefined && api_key) {
    problems['link_pin'] = 'Link the account or give a token, not both.'
  }
  return problems
}

function mappingProblems(
  type: ServiceType,
  mappings: readonly PathMapping[],
  media_roots: readonly string[],
): Problems {
  if (mappings.length > 0 && !isLibraryManager(type)) {
    return { media_path_mappings: 'Only library managers have files to download.' }
  }
  return Object.fromEntries(
    mappings.flatMap(({ source_path, local_path }, i) => [
      ...(isAbsoluteSource(source_path)
        ? []
        : [[`media_path_mappings.${i}.source_path`, 'Use the whole path as the manager shows it.']]),
      ...(isUnderRoot(local_path, media_roots)
        ? []
        : [[`media_path_mappings.${i}.local_path`, 'Use a folder inside one of those in APP_MEDIA_ROOTS.']]),
    ]),
  )
}

/** As managers on any operating system report it: `/data`, `D:\Media`, `\\nas\media` (1/4.13). */
function isAbsoluteSource(path: string): boolean {
  return !path.includes('\0') && /^(\/|[A-Za-z]:[\\/]|\\\\[^\\/]+[\\/])/.test(path)
}

/** Compares whole path segments and rejects paths that leave the root again (1/4.13). */
export function isUnderRoot(path: string, media_roots: readonly string[]): boolean {
  if (path.includes('\0') || path.split('/').some(part => part === '..' || part === '.')) return false
  return media_roots.some(root => path === root || path.startsWith(`${root}/`))
}

function configProblems(type: ServiceType, { server_config }: InstanceChange): Problems {
  if (!server_config) return {}
  if (!isMediaServer(type)) return { server_config: 'Only media servers have this setting.' }
  const { public_address = '' } = server_config
  if (public_address === '' || acceptUrl(public_address) !== null) return {}
  return {
    'server_config.public_address': 'Use an address such as https://watch.example.org, or leave it empty.',
  }
}
