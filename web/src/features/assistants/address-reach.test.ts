import { expect, it } from 'vitest'
import { addressReach } from './address-reach.ts'

it.each([
  ['https://foyer.example.org/mcp', 'public'],
  ['https://203.0.113.7:5454/mcp', 'public'],
  ['https://172.32.0.1/mcp', 'public'],
  ['https://[2001:db8::7]/mcp', 'public'],
  ['https://homelab.example.org/mcp', 'public'],
  ['http://foyer.example.org/mcp', 'plain'],
  ['http://localhost:5454/mcp', 'local'],
  ['http://127.0.0.1:5454/base/mcp', 'local'],
  ['https://192.168.1.4/mcp', 'local'],
  ['https://172.20.0.4/mcp', 'local'],
  ['https://100.101.1.1/mcp', 'local'],
  ['https://foyer.lan/mcp', 'local'],
  ['https://foyer.home.arpa/mcp', 'local'],
  ['http://nas/mcp', 'local'],
  ['https://[::1]/mcp', 'local'],
  ['https://[fd00::12]/mcp', 'local'],
])('%s is %s', (address, reach) => {
  expect(addressReach(address)).toBe(reach)
})
