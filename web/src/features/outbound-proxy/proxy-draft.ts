import type { OutboundProxy, OutboundProxyChange } from '@foyer/contract/credentials'

export interface ProxyDraft {
  enabled: boolean
  url: string
  username: string
  /** Null keeps the stored one. */
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

/** An emptied password is taken away; an untouched one stays. */
export function proxyChangeOf(draft: ProxyDraft, before: OutboundProxy): OutboundProxyChange {
  const { enabled, url, username, password, no_proxy } = draft
  return {
    enabled,
    url: url.trim(),
    username: username.trim(),
    ...(password ? { password } : {}),
    ...(password === '' && before.has_password ? { clear_password: true } : {}),
    no_proxy: no_proxy
      .split(/[\s,]+/)
      .map(host => host.trim())
      .filter(Boolean),
  }
}
