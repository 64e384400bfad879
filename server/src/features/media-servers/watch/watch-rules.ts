import type { VideoServerType } from '@foyer/contract/instances/instance-types'

/** Where people of the invite server watch in the browser (0.1). */
const PLAYER_HOST = 'https://app.plex.tv'

/** The page of a title: below the address that an admin entered, or on the player host (2:4.13.6). */
export function watchUrl(
  service_type: VideoServerType,
  public_address: string,
  place: { item_id: string; server_id: string },
): string {
  const [item, server] = [encodeURIComponent(place.item_id), encodeURIComponent(place.server_id)]
  const base = public_address.replace(/\/+$/, '')
  switch (service_type) {
    case 'account_server_a':
      return `${base}/web/#/details?id=${item}&serverId=${server}`
    case 'account_server_b':
      return `${base}/web/index.html#!/item?id=${item}&serverId=${server}`
    case 'invite_server':
      return `${PLAYER_HOST}/desktop/#!/server/${server}/details?key=${encodeURIComponent(`/library/metadata/${place.item_id}`)}`
  }
}
