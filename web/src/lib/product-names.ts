import type { ServiceType } from '@foyer/contract/instances/instance-types'

/** 0.1: people see product names; the API uses neutral ones. */
export const PRODUCT_NAMES: Readonly<Record<ServiceType, string>> = {
  movie_manager: 'Radarr',
  tv_manager: 'Sonarr',
  book_manager: 'Chaptarr/Readarr',
  music_manager: 'Lidarr',
  account_server_a: 'Jellyfin',
  account_server_b: 'Emby',
  audiobook_server: 'Audiobookshelf',
  invite_server: 'Plex',
  transcoder: 'Tdarr',
}
