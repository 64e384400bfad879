/** The player app that connects to every video server. */
export const PLAYER_NAME = 'Infuse'

/** The apps behind `official` and `thirdparty` on each system. */
export const LISTENING_APP_NAMES = {
  ios: { official: 'Audiobookshelf', thirdparty: 'ShelfPlayer' },
  android: { official: 'Audiobookshelf', thirdparty: 'TheShelf' },
} as const
