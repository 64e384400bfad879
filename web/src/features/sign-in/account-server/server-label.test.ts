import { expect, it } from 'vitest'
import { serverLabel } from './server-label.ts'

it('names the product unless the name already does', () => {
  expect(serverLabel({ name: 'Den', service_type: 'account_server_a' })).toBe('Den (Jellyfin)')
  expect(serverLabel({ name: 'Our jellyfin', service_type: 'account_server_a' })).toBe('Our jellyfin')
  expect(serverLabel({ name: 'Jellyfin', service_type: 'account_server_b' })).toBe('Jellyfin (Emby)')
})
