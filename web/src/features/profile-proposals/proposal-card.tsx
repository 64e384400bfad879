import type { ProfileProposal, ProposalStatus } from '@foyer/contract/tool-access/profile-proposals'
import { useTranslation } from 'react-i18next'
import { changeSentence } from '#lib/change-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProposalDecision } from './proposal-decision.tsx'

const TONES: Record<ProposalStatus, Tone> = {
  pending: 'warn',
  executing: 'info',
  applied: 'ok',
  rejected: 'neutral',
  superseded: 'neutral',
  expired: 'neutral',
  failed: 'danger',
}

interface ProposalCardProps {
  proposal: ProfileProposal
  /** Its button is the primary one of the page. */
  leads: boolean
}

/** One proposed change: what, by whom, until when, and what became of it. */
export function ProposalCard({ proposal, leads }: ProposalCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { status, profile_name, instance_name, proposed_by_name, source_client, created_at, expires_at } =
    proposal
  const by = { name: proposed_by_name, when: format.relative(created_at, now) }
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="font-semibold wrap-anywhere">
            {t('profile_proposals.profile', { profile: profile_name, library: instance_name })}
          </h2>
          <p className="text-sm wrap-anywhere text-muted" title={format.dateTime(created_at)}>
            {source_client
              ? t('profile_proposals.by_client', { ...by, client: source_client })
              : t('profile_proposals.by', by)}
            {status === 'pending' && (
              <>
                {' · '}
                <time dateTime={expires_at} title={format.dateTime(expires_at)}>
                  {t('profile_proposals.expires', { when: format.relative(expires_at, now) })}
                </time>
              </>
            )}
          </p>
        </div>
        <Badge tone={TONES[status]}>{t(`profile_proposals.status.${status}`)}</Badge>
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">{t('profile_proposals.diff')}</h3>
        <ul className="flex flex-col gap-1.5 rounded-control bg-raised px-4 py-3 text-sm">
          {proposal.diff.map(line => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      </div>
      {status === 'pending' ? (
        <ProposalDecision proposal={proposal} leads={leads} />
      ) : (
        <Outcome proposal={proposal} />
      )}
    </Card>
  )
}

function Outcome({ proposal }: { proposal: ProfileProposal }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { status, decided_by_name, decided_at, reject_note, result_text, setting_change_id } = proposal
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      {(status === 'superseded' || status === 'expired') && (
        <p className="text-muted">{t(`profile_proposals.${status}`)}</p>
      )}
      {decided_by_name && decided_at && (
        <p className="wrap-anywhere text-muted" title={format.dateTime(decided_at)}>
          {t('profile_proposals.decided', {
            status: t(`profile_proposals.status.${status}`),
            name: decided_by_name,
            when: format.relative(decided_at, now),
          })}
        </p>
      )}
      {reject_note && (
        <p className="wrap-anywhere whitespace-pre-line">
          {t('profile_proposals.note', { note: reject_note })}
        </p>
      )}
      {result_text && (
        <div className="w-full">
          <Notice tone={status === 'failed' ? 'danger' : 'info'}>{changeSentence(t, result_text)}</Notice>
        </div>
      )}
      {setting_change_id !== undefined && (
        <ButtonLink
          to="/settings/configuration-history/$id"
          params={{ id: String(setting_change_id) }}
          size="sm"
        >
          {t('profile_proposals.history')}
        </ButtonLink>
      )}
    </div>
  )
}
