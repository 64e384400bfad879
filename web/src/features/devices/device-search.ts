import type { Device } from '@foyer/contract/users'

/** By the names of device, person and app; every word must be found. The latest seen come first. */
export function searchDevices(devices: readonly Device[], words: string): Device[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return devices
    .filter(({ device_name, username, client_name = '' }) => {
      const text = `${device_name} ${username} ${client_name}`.toLowerCase()
      return wanted.every(word => text.includes(word))
    })
    .toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at))
}
