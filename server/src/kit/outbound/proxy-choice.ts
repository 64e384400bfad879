import { compileNoProxy, splitNoProxy } from '#kit/no-proxy.ts'

/** The proxy an admin saved (1/I). */
export interface ProxySettings {
  /** `http://`, `https://` or `socks5://`. */
  url: string
  username?: string
  password?: string
  no_proxy: readonly string[]
}

/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, as config read them. */
export interface EnvironmentProxy {
  https_proxy?: string
  http_proxy?: string
  no_proxy?: string
}

/** One proxy. */
export interface ProxyHop {
  /** Without userinfo. */
  url: URL
  username: string
  password: string
}

/** The current proxies, and which of them a URL uses; null means a direct call. */
export interface ProxyPlan {
  hops: readonly ProxyHop[]
  choose(url: URL): ProxyHop | null
}

/**
 * The admin's proxy, or else the environment's. Loopback is not an exception (C35). Throws when a proxy URL is
 * invalid.
 */
export function planProxies(admin: ProxySettings | null, environment: EnvironmentProxy): ProxyPlan {
  if (admin) {
    const hop = parseHop(admin.url, admin.username, admin.password)
    const direct = compileNoProxy(admin.no_proxy)
    return { hops: [hop], choose: url => (direct(url) ? null : hop) }
  }
  const https = environment.https_proxy ? parseHop(environment.https_proxy) : null
  const http = environment.http_proxy ? parseHop(environment.http_proxy) : null
  const direct = compileNoProxy(splitNoProxy(environment.no_proxy))
  return {
    hops: [https, http].filter(hop => hop !== null),
    choose: url => (direct(url) ? null : url.protocol === 'https:' ? https : http),
  }
}

/** The supported kinds; the `h` asks the proxy to resolve names, which it does in any case. */
const KINDS = /^(https?|socks5?h?):$/

/** Whether the text is a valid proxy address. */
export function isProxyUrl(text: string): boolean {
  try {
    return KINDS.test(parseHop(text).url.protocol)
  } catch {
    // Not an address, or a name or password that is not encoded.
    return false
  }
}

function parseHop(text: string, username?: string, password?: string): ProxyHop {
  // Environment variables may contain "proxy.lan:3128", which would parse as a scheme.
  const url = new URL(/^[a-z0-9]+:\/\//i.test(text) ? text : `http://${text}`)
  const hop = {
    username: username || decodeURIComponent(url.username),
    password: password || decodeURIComponent(url.password),
  }
  url.username = ''
  url.password = ''
  return { url, ...hop }
}
