import { expect, test } from 'vitest'
import { compileNoProxy, splitNoProxy } from '#kit/no-proxy.ts'

test.each<[string, string, boolean]>([
  ['', 'http://example.com', false],
  ['*', 'https://anything.test', true],
  ['*', 'http://[::1]:80', true],
  ['*:8080', 'http://example.com:8080', true],
  ['*:8080', 'http://example.com', false],
  ['example.com', 'https://example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['example.com', 'https://badexample.com', false],
  ['example.com', 'https://example.com.evil.test', false],
  ['.example.com', 'https://api.example.com', true],
  ['*.example.com', 'https://a.b.example.com', true],
  ['EXAMPLE.com', 'https://Api.Example.COM', true],
  ['example.com.', 'https://example.com', true],
  ['example.com:8443', 'https://example.com:8443', true],
  ['example.com:443', 'https://example.com', true],
  ['example.com:80', 'https://example.com', false],
  ['localhost', 'http://localhost:7878', true],
  ['localhost', 'http://127.0.0.1:7878', false],
  ['127.0.0.1', 'http://127.0.0.1:7878', true],
  ['127.0.0.1:7878', 'http://127.0.0.1:7878', true],
  ['127.0.0.1:7878', 'http://127.0.0.1:8989', false],
  ['0.0.1', 'http://127.0.0.1', false],
  ['10.0.0.0/8', 'http://10.20.30.40', true],
  ['10.0.0.0/8', 'http://11.0.0.1', false],
  ['10.0.0.0/8', 'http://10.example.com', false],
  ['10.0.0.0/99', 'http://10.0.0.1', false],
  ['10.0.0.0/x', 'http://10.0.0.1', false],
  ['0.0.0.0/0', 'http://8.8.8.8', true],
  ['::1', 'http://[::1]:32400', true],
  ['[::1]', 'http://[::1]', true],
  ['[::1]:32400', 'http://[::1]:32400', true],
  ['fd00::/8', 'http://[fd12:3456::1]', true],
  ['fd00::/8', 'http://[fe80::1]', false],
  ['a.test, b.test  10.0.0.0/8', 'http://b.test', true],
])('no_proxy %j lets %s go direct: %s', (list, url, direct) => {
  expect(compileNoProxy(splitNoProxy(list))(new URL(url))).toBe(direct)
})

test('an unset list sends everything through the proxy', () => {
  expect(splitNoProxy(undefined)).toEqual([])
})
