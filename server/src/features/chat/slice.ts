import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { ToolDispatcher } from '#features/ai-tools/index.ts'
import { policyOf } from '#features/kids/index.ts'
import { createCurrentCaller, createDeviceWatch, findCallers } from '#features/sessions/index.ts'
import { asRefusal } from '#http/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { createChatAdmission } from './chat-admission.ts'
import { chatRoutes } from './chat-routes.ts'
import { createChat } from './chat-service.ts'
import { createTranscripts } from './transcripts.ts'

interface Needs {
  accounts: AiAccounts
  models: AiModels
  dispatcher: ToolDispatcher
}

/** Conversations with an assistant that uses the tools of this server. */
export function createChatSlice({ clock, log, database, scrubber }: Platform, needs: Needs) {
  const transcripts = createTranscripts(clock)
  const devices = createDeviceWatch({ clock, log, findCallers: ids => findCallers(database.read, ids) })
  const chat = createChat({
    ...needs,
    clock,
    log,
    scrubber,
    transcripts,
    asRefusal,
    admission: createChatAdmission(),
    currentCaller: createCurrentCaller(database),
    limitsOf: user_id => policyOf(database.read, user_id),
    watchDevice: devices.add,
  })
  return {
    api: {},
    routes: chatRoutes(chat, clock),
    start() {
      devices.start()
      transcripts.start()
    },
    endStreams() {
      devices.stop()
      chat.endStreams()
    },
    close: transcripts.close,
  }
}
