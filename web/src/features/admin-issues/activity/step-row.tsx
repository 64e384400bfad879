import type { AgentStep } from '@foyer/contract/remediation/agent-runs'
import Bot from 'lucide-react/icons/bot'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { namedValues } from '#lib/named-values.ts'
import { cx } from '#ui/cx.ts'
import { outputText, toolText } from '../step-words.ts'

/** One step: what the model wrote, a call of a tool that unfolds to input and output, or a note of the server. */
export function StepRow({ step }: { step: AgentStep }) {
  return <li>{step.kind === 'tool' ? <ToolStep step={step} /> : <TextStep step={step} />}</li>
}

function TextStep({ step }: { step: AgentStep }) {
  const { t } = useTranslation()
  const Icon = step.is_error ? TriangleAlert : step.kind === 'message' ? Bot : Info
  return (
    <div className="flex gap-2.5 py-1.5 text-sm">
      <Icon
        aria-hidden
        className={cx('mt-0.5 size-4 shrink-0', step.is_error ? 'text-warn' : 'text-muted')}
      />
      <div className="min-w-0">
        <p className="text-muted">
          {step.kind === 'message' ? t('admin_issues.step.message') : t('admin_issues.step.note')}
        </p>
        <p className="max-w-prose wrap-anywhere whitespace-pre-line">{step.text}</p>
      </div>
    </div>
  )
}

function ToolStep({ step }: { step: AgentStep }) {
  const { t } = useTranslation()
  const [is_open, setOpen] = useState(false)
  const id = useId()
  const is_answered = step.tool_output !== undefined
  const Mark = step.is_error ? TriangleAlert : is_answered ? Check : CircleDashed
  const tone = step.is_error ? 'text-warn' : is_answered ? 'text-ok' : 'text-muted'
  return (
    <>
      <button
        type="button"
        aria-expanded={is_open}
        aria-controls={id}
        onClick={() => setOpen(!is_open)}
        className="-mx-2 flex min-h-control-sm w-[calc(100%+1rem)] items-center gap-2.5 rounded-control px-2 text-start text-sm transition-colors hover:bg-raised"
      >
        <Mark aria-hidden className={cx('size-4 shrink-0', tone)} />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {toolText(t, step.tool_name ?? '')}
          {step.is_error && ` · ${t('admin_issues.step.failed')}`}
        </span>
        <ChevronDown
          aria-hidden
          className={cx('size-4 shrink-0 text-muted transition-[rotate]', is_open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!is_open} className="ms-2 mb-2 border-s border-line ps-4 text-sm">
        <Part title={t('admin_issues.step.input')}>
          <Values of={step.tool_input ?? {}} />
        </Part>
        <Part title={t('admin_issues.step.output')}>
          {is_answered ? (
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
              tabIndex={0}
              className="max-h-80 overflow-auto rounded-control bg-raised p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
            >
              {outputText(step.tool_output)}
            </pre>
          ) : (
            <p className="text-muted">{t('admin_issues.step.unanswered')}</p>
          )}
        </Part>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="py-1.5">
      <p className="mb-1 text-xs font-medium text-muted">{title}</p>
      {children}
    </div>
  )
}

function Values({ of }: { of: unknown }) {
  const values = namedValues(of)
  if (values.length === 0) return <p className="text-muted">–</p>
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {values.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
