import { expect, test } from 'vitest'
import { type EnvironmentProxy, type ProxySettings, planProxies } from './proxy-choice.ts'

const admin: ProxySettings = { url: 'http://admin.test:3128', no_proxy: ['direct.test'] }
const environment: EnvironmentProxy = {
  https_proxy: 'http://secure.test:1',
  http_proxy: 'plain.test:2',
  no_proxy: 'direct.test,10.0.0.0/8',
}

test.each<[string, ProxySettings | null, string, string | null]>([
  ["the admin's proxy takes all", admin, 'https://api.test', 'http://admin.test:3128/'],
  ['C35: loopback included', admin, 'http://127.0.0.1:80', 'http://admin.test:3128/'],
  ['except its own no_proxy', admin, 'https://direct.test', null],
  ["the environment's no_proxy does not count then", admin, 'http://10.1.1.1', 'http://admin.test:3128/'],
  ['https by HTTPS_PROXY', null, 'https://api.test', 'http://secure.test:1/'],
  ['http by HTTP_PROXY, scheme assumed', null, 'http://api.test', 'http://plain.test:2/'],
  ['except NO_PROXY', null, 'http://10.1.1.1', null],
])('%s', (_why, settings, url, hop) => {
  expect(planProxies(settings, environment).choose(new URL(url))?.url.href ?? null).toBe(hop)
})

test('without any proxy all go direct', () => {
  expect(planProxies(null, {}).choose(new URL('https://api.test'))).toBeNull()
})

test('userinfo leaves the URL', () => {
  const [hop] = planProxies(null, { https_proxy: 'http://ann:p%40w@proxy.test' }).hops
  expect(hop).toMatchObject({ username: 'ann', password: 'p@w' })
  expect(hop?.url.href).toBe('http://proxy.test/')
})
