import type { AiTool } from '@foyer/contract/tool-access/ai-tools'
import { useTranslation } from 'react-i18next'
import { toolWords } from '#lib/tool-words.ts'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'

type OwnTool = Pick<AiTool, 'name' | 'title' | 'description' | 'hint'>

/** What an assistant can do for the reader: first what it can look up, then what it can change. */
export function AbilitiesCard({ tools }: { tools: readonly OwnTool[] }) {
  const { t } = useTranslation()
  const reads = tools.filter(tool => tool.hint === 'read')
  const changes = tools.filter(tool => tool.hint !== 'read')
  return (
    <SectionCard title={t('assistants.can.title')} text={t('assistants.can.text')}>
      {tools.length === 0 && <p className="text-muted">{t('assistants.can.none')}</p>}
      <div className="flex flex-col gap-6">
        <Abilities title={t('assistants.can.read')} tools={reads} />
        <Abilities title={t('assistants.can.change')} tools={changes} />
      </div>
    </SectionCard>
  )
}

function Abilities({ title, tools }: { title: string; tools: readonly OwnTool[] }) {
  const { t } = useTranslation()
  if (tools.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul aria-label={title} className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {tools.map(tool => {
          const words = toolWords(t, tool)
          return (
            <li key={tool.name} className="flex min-w-0 flex-col items-start gap-0.5 text-sm">
              <span className="font-medium wrap-anywhere">{words.title}</span>
              <span className="wrap-anywhere text-muted">{words.text}</span>
              {tool.hint === 'destructive' && (
                <span className="mt-1">
                  <Badge tone="warn">{t('assistants.can.final')}</Badge>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
