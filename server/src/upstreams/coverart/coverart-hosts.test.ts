import { expect, it } from 'vitest'
import { nextHop } from './coverart-hosts.ts'

const REAL = { archive: new URL('https://coverartarchive.org'), storage: ['archive.org', '.archive.org'] }
const FROM = new URL('https://coverartarchive.org/release-group/x/front-500')
const TEST = { archive: new URL('http://127.0.0.1:4001'), storage: ['127.0.0.1:4002', '.store.test:8080'] }

it.each([
  ['//archive.org/download/a.jpg', 'https://archive.org/download/a.jpg'],
  ['http://archive.org/download/a.jpg', 'https://archive.org/download/a.jpg'],
  ['https://ia800500.us.archive.org/1/a.jpg', 'https://ia800500.us.archive.org/1/a.jpg'],
  ['/release/y/front-500', 'https://coverartarchive.org/release/y/front-500'],
  ['https://ARCHIVE.org/a.jpg', 'https://archive.org/a.jpg'],
  ['https://archive.org:8443/a.jpg', null],
  ['http://archive.org:8080/a.jpg', null],
  ['https://evilarchive.org/a.jpg', null],
  ['https://archive.org.evil.example/a.jpg', null],
  ['https://.archive.org/a.jpg', null],
  ['https://user@archive.org/a.jpg', null],
  ['https://169.254.169.254/latest', null],
  ['ftp://archive.org/a.jpg', null],
  ['javascript:alert(1)', null],
])('%s leads to %s (1:4.3)', (location, expected) => {
  expect(nextHop(location, FROM, REAL)?.href ?? null).toBe(expected)
})

it.each([
  ['http://127.0.0.1:4002/a', true],
  ['http://127.0.0.1:4001/a', true],
  ['http://127.0.0.1:4003/a', false],
  ['http://node.store.test:8080/a', true],
  ['http://node.store.test/a', false],
  ['http://store.test:8080/a', false],
  ['http://archive.org/a', false],
])('E: plain http to %s while the archive is plain http: %s', (location, expected) => {
  expect(nextHop(location, TEST.archive, TEST) !== null).toBe(expected)
})
