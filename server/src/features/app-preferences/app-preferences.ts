import type { ListeningChoices, VideoChoices } from '@foyer/contract/media-servers/app-preferences'
import type { Database } from '#db/database.ts'
import { choicesOf, saveListeningChoices, saveVideoChoices } from './app-preferences-store.ts'

/** In which apps people watch and listen. A choice grants no access (2:4.13.9). */
export function createAppPreferences({ database }: { database: Database }) {
  return {
    video: async (user_id: number): Promise<VideoChoices> => (await choicesOf(database.read, user_id)).video,

    listening: async (user_id: number): Promise<ListeningChoices> =>
      (await choicesOf(database.read, user_id)).listening,

    chooseVideo: (user_id: number, choices: VideoChoices): Promise<VideoChoices> =>
      database.transaction(async tx => {
        await saveVideoChoices(tx, user_id, choices)
        return choices
      }),

    chooseListening: (user_id: number, choices: ListeningChoices): Promise<ListeningChoices> =>
      database.transaction(async tx => {
        await saveListeningChoices(tx, user_id, choices)
        return choices
      }),
  }
}

export type AppPreferences = ReturnType<typeof createAppPreferences>
