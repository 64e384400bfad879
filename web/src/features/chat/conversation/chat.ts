import { postChat } from '@foyer/contract/assistant/chat'
import { useSyncExternalStore } from 'react'
import { openEvents, session } from '#lib/api.ts'
import { createChat } from './chat-store.ts'

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** This tab's conversation. Not stored anywhere: a reload or signing out ends it. */
export const chat = createChat({
  open: (body, signal) => openEvents(postChat, { body: { ...body, tool_details: true } }, signal),
  pause,
  schedule: work => requestAnimationFrame(work),
})

let owner = session.current()?.user.id

session.subscribe(() => {
  const user = session.current()?.user.id
  if (user === owner) return
  owner = user
  chat.reset()
})

export function useChat() {
  return useSyncExternalStore(chat.subscribe, chat.get)
}
