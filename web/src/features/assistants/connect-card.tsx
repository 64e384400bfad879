import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { CopyBlock } from '#ui/copy-block.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { type AssistantClient, CLIENTS } from './client-choice.ts'

interface ConnectCardProps {
  address: string
  client: AssistantClient
  onClient: (client: AssistantClient) => void
}

/** How to connect each kind of assistant, step by step. */
export function ConnectCard({ address, client, onClient }: ConnectCardProps) {
  const { t } = useTranslation()
  const contents: Record<AssistantClient, ReactNode> = {
    claude: <ClaudeSteps />,
    claude_code: <ClaudeCodeSteps address={address} />,
    chatgpt: <ChatGptSteps />,
    other: <OtherClients address={address} />,
  }
  return (
    <SectionCard title={t('assistants.connect.title')}>
      <Tabs
        label={t('assistants.connect.clients')}
        value={client}
        onChange={next => onClient(CLIENTS.find(one => one === next) ?? client)}
        tabs={CLIENTS.map(one => ({
          value: one,
          label: t(`assistants.connect.${one}`),
          content: contents[one],
        }))}
      />
    </SectionCard>
  )
}

function ClaudeSteps() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <Steps
        steps={[
          t('assistants.connect.claude_steps.open'),
          t('assistants.connect.claude_steps.add'),
          t('assistants.connect.claude_steps.paste'),
          t('assistants.connect.claude_steps.allow'),
        ]}
      />
      <Internet client={t('assistants.connect.claude')} />
    </div>
  )
}

function ClaudeCodeSteps({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Steps
      steps={[
        <div key="run" className="flex flex-col gap-2">
          {t('assistants.connect.code_steps.run')}
          <CopyBlock
            label={t('assistants.connect.command')}
            text={`claude mcp add --transport http foyer ${address}`}
          />
        </div>,
        t('assistants.connect.code_steps.start'),
        t('assistants.connect.code_steps.allow'),
      ]}
    />
  )
}

function ChatGptSteps() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <Steps
        steps={[
          t('assistants.connect.chatgpt_steps.developer'),
          t('assistants.connect.chatgpt_steps.create'),
          t('assistants.connect.chatgpt_steps.paste'),
          t('assistants.connect.chatgpt_steps.allow'),
          t('assistants.connect.chatgpt_steps.use'),
        ]}
      />
      <Internet client={t('assistants.connect.chatgpt')} />
    </div>
  )
}

function OtherClients({ address }: { address: string }) {
  const { t } = useTranslation()
  const configuration = { mcpServers: { foyer: { type: 'http', url: address } } }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">{t('assistants.connect.other_text')}</p>
      <CopyBlock label={t('assistants.connect.snippet')} text={JSON.stringify(configuration, null, 2)} />
    </div>
  )
}

function Steps({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol className="flex flex-col gap-4">
      {steps.map((step, at) => (
        <li key={at} className="flex items-start gap-3">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent tabular-nums"
          >
            {at + 1}
          </span>
          <div className="min-w-0 flex-1">{step}</div>
        </li>
      ))}
    </ol>
  )
}

function Internet({ client }: { client: string }) {
  const { t } = useTranslation()
  return <p className="text-sm text-muted">{t('assistants.connect.internet', { client })}</p>
}
