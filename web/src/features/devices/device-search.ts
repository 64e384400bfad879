import type { Device } from '@foyer/contract/users'

/** Searches device, person and app names; every word must match. Most recently active first. */
export function searchDevices(devices: readonly Device[], words: string): Device[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return devices
    .filter(({ device_name, username, client_name = '' }) => {
      const text = `${device_name} ${username} ${client_name}`.toLowerCase()
      return wanted.every(word => text.includes(word))
    })
    .toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at))
}
