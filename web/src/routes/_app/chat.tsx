import type { ChatMediaResult } from '@foyer/contract/assistant/chat'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { availabilityQuery } from '#features/chat/api.ts'
import { ChatView } from '#features/chat/screen/chat-view.tsx'
import { useChat } from '#features/chat/conversation/chat.ts'
import { ChatUnavailable } from '#features/chat/failure/unavailable.tsx'
import { chatTexts } from '#lib/texts/chat-texts.ts'
import { errorText } from '#lib/error-text.ts'
import { requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { ChatMedia } from './-chat-media.tsx'
import { useChatSuggestions } from './-use-chat-suggestions.ts'

export const Route = createFileRoute('/_app/chat')({
  loader({ context }) {
    requirePermission('ai:chat')
    void context.queries.prefetchQuery(configQuery())
    void context.queries.prefetchQuery(availabilityQuery())
    return chatTexts()
  },
  component: ChatPage,
})

const showMedia = (items: readonly ChatMediaResult[]) => <ChatMedia items={items} />

function ChatPage() {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  const { data: now, error, isFetching, refetch } = useQuery(availabilityQuery())
  const has_turns = useChat().turns.length > 0
  // The configuration is known already when coming from another page. A conversation stays readable in any case.
  const available = has_turns || (now?.available ?? config?.services.ai)
  const suggestions = useChatSuggestions(available === true && !has_turns)
  usePageTitle(t('chat.title'))
  if (available) return <ChatView suggestions={suggestions} showMedia={showMedia} />
  const is_unreadable = now?.reason === 'storage_error'
  if (now && !is_unreadable) return <ChatUnavailable {...now} />
  if (!error && !is_unreadable) return <PageSkeleton />
  return (
    <ErrorState
      title={t('chat.unavailable.titles.unreadable')}
      retrying={isFetching}
      onRetry={() => void refetch()}
    >
      {is_unreadable ? t('chat.unavailable.storage_error') : errorText(t, error)}
    </ErrorState>
  )
}
