import type { OutboundProxy, OutboundProxyChange } from '@foyer/contract/credentials'
import { needsSecretAgain } from '@foyer/contract/secret-origin'
import { withScheme } from '#lib/address.ts'

export interface ProxyDraft {
  enabled: boolean
  url: string
  username: string
  /** Null keeps the saved password. */
  password: string | null
  /** As typed, one host per line. */
  no_proxy: string
}

export function proxyDraftOf(proxy: OutboundProxy): ProxyDraft {
  return {
    enabled: proxy.enabled,
    url: proxy.url,
    username: proxy.username,
    password: proxy.has_password ? null : '',
    no_proxy: proxy.no_proxy.join('\n'),
  }
}

/** An emptied password is removed; an untouched one stays. */
export function proxyChangeOf(draft: ProxyDraft, before: OutboundProxy): OutboundProxyChange {
  const { enabled, url, username, password, no_proxy } = draft
  return {
    enabled,
    url: withScheme(url),
    username: username.trim(),
    ...(password ? { password } : {}),
    ...(password === '' && before.has_password ? { clear_password: true } : {}),
    no_proxy: no_proxy
      .split(/[\s,]+/)
      .map(host => host.trim())
      .filter(Boolean),
  }
}

/** C67: the proxy changed, so the saved password is not sent unless it is entered again or removed. */
export function needsPasswordAgain(draft: ProxyDraft, before: OutboundProxy): boolean {
  return needsSecretAgain({
    keeps_secret: before.has_password,
    saved_for: before.url,
    address: withScheme(draft.url),
  })
}
