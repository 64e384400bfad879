import { fillTemplate, PLACEHOLDERS, type WebhookFacts } from '@foyer/contract/destinations/webhook-template'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { findTemplateProblem, templateProblemText } from './template-problem-text.ts'

/** An alert as the server words it: messages are in English. */
const SAMPLE: WebhookFacts = {
  event: 'request_decision',
  title: 'Request approved',
  message: 'Dune was approved for mia.',
  url: 'https://foyer.example.org/requests?open=12',
  data: {
    request_id: 12,
    media_type: 'movie',
    tmdb_id: 438631,
    title: 'Dune',
    username: 'mia',
    decision: 'approved',
  },
}

interface TemplateFieldProps {
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** The JSON that a webhook sends, with what it makes of an alert. */
export function TemplateField({ error, value, onChange }: TemplateFieldProps) {
  const { t } = useTranslation()
  const template = value.trim()
  const problem = findTemplateProblem(template)
  return (
    <div className="flex flex-col gap-4">
      <Field
        optional
        label={t('destinations.template.label')}
        hint={t('destinations.template.hint')}
        error={error}
      >
        {wiring => (
          <Textarea
            {...wiring}
            name="template"
            className="font-mono text-sm"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={'{ "text": "{{title}}: {{message}}" }'}
            value={value}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1.5 text-sm">
        <p className="font-medium">{t('destinations.template.placeholders')}</p>
        <ul className="flex flex-wrap gap-1.5">
          {PLACEHOLDERS.map(name => (
            <li key={name}>
              <code className="rounded-mark bg-raised px-1.5 py-0.5 font-mono wrap-anywhere">{`{{${name}}}`}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col gap-1.5 text-sm">
        <p className="font-medium">{t('destinations.template.preview')}</p>
        {problem ? (
          <p className="text-muted">{templateProblemText(t, problem)}</p>
        ) : (
          <pre className="overflow-x-auto rounded-control border border-line bg-raised p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {template === '' ? JSON.stringify(SAMPLE, null, 2) : fillTemplate(template, SAMPLE)}
          </pre>
        )}
      </div>
    </div>
  )
}
