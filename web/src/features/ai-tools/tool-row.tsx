import type { AiTool, ToolHint } from '@foyer/contract/tool-access/ai-tools'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { toolWords } from '#lib/tool-words.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSwitchTool } from './api.ts'

const TONES: Record<ToolHint, Tone> = { read: 'neutral', write: 'info', destructive: 'warn' }

export function ToolRow({ tool }: { tool: AiTool }) {
  const { t } = useTranslation()
  const change = useSwitchTool()
  const { title, text } = toolWords(t, tool)
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-5">
      <Switch
        label={<span className="font-medium wrap-anywhere">{title}</span>}
        hint={<span className="wrap-anywhere">{text}</span>}
        checked={tool.enabled}
        onChange={enabled => change.mutate({ name: tool.name, enabled })}
      />
      {change.error && (
        <Notice tone="danger" title={t('ai_tools.failed', { tool: title })}>
          {errorText(t, change.error)}
        </Notice>
      )}
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-2 rounded-control text-sm text-muted [&::-webkit-details-marker]:hidden">
          <Badge tone={TONES[tool.hint]}>{t(`ai_tools.${tool.hint}`)}</Badge>
          {tool.admin_only && <Badge tone="accent">{t('ai_tools.admin_only')}</Badge>}
          <span className="inline-flex items-center gap-1">
            {t('ai_tools.details')}
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <div className="flex flex-col gap-1 rounded-control bg-raised px-4 py-3 text-sm">
          <code className="wrap-anywhere">{tool.name}</code>
          <p className="max-w-prose wrap-anywhere whitespace-pre-line text-muted">{tool.description}</p>
        </div>
      </details>
    </li>
  )
}
