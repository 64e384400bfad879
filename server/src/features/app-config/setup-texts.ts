import type { SetupKey } from '@foyer/contract/app-config'

/** Title and purpose of each checklist item. */
export const SETUP_TEXTS: Readonly<Record<SetupKey, { title: string; description: string }>> = {
  movies: {
    title: 'Movies',
    description: 'Connect Radarr so that people can request movies and see which ones you have.',
  },
  tv: {
    title: 'TV shows',
    description: 'Connect Sonarr so that people can request shows and follow their seasons.',
  },
  metadata: {
    title: 'Movie and TV catalogue',
    description: 'Save a TMDB key or read token. It fills the discovery pages, search and title pages.',
  },
  push: {
    title: 'Alerts on phones',
    description:
      'Set APP_PUSH_GATEWAY_URL to the address of a push gateway, for example a free public one, and restart Foyer.',
  },
  media_servers: {
    title: 'Media server',
    description: 'Connect Jellyfin, Emby or Plex so that people get an account there and can watch at once.',
  },
  lists: {
    title: 'Lists from Trakt',
    description: 'Save a Trakt client id to show trending, anticipated and curated lists.',
  },
  discovery_prefs: {
    title: 'Discovery page',
    description: 'Choose what the first row shows, its language, and which tabs hide while they are unused.',
  },
  media_downloads: {
    title: 'Downloads to devices',
    description:
      'Set APP_MEDIA_ROOTS and map the folders of a library, so that people can save finished media.',
  },
  monitoring: {
    title: 'Instant updates',
    description: 'Install the webhook in every library manager, so that progress shows without waiting.',
  },
  transcoder: {
    title: 'Transcoder',
    description: 'Connect Tdarr to watch its queue and its workers next to your libraries.',
  },
  books: {
    title: 'Books',
    description: 'Connect Chaptarr or Readarr so that people can request ebooks and audiobooks.',
  },
  music: {
    title: 'Music',
    description: 'Connect Lidarr so that people can request albums and browse artists.',
  },
  ai: {
    title: 'Assistant',
    description: 'Choose a model that everybody may ask for suggestions and for help with requests.',
  },
  remediation: {
    title: 'Problem reports',
    description: 'Decide how reported problems are handled and what may be repaired without asking you.',
  },
}
