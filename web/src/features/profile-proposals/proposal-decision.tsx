import type { ProfileProposal } from '@foyer/contract/tool-access/profile-proposals'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { proposalQuery, useDecideProposal } from './api.ts'
import { RejectDialog } from './reject-dialog.tsx'

/** Approve or reject, with a look at the profile as it is now. */
export function ProposalDecision({ proposal, leads }: { proposal: ProfileProposal; leads: boolean }) {
  const { t } = useTranslation()
  const decide = useDecideProposal(proposal.id)
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  const names = { profile: proposal.profile_name, library: proposal.instance_name }
  const close = () => setAsking(null)

  function approve() {
    decide.mutate(
      { verdict: 'approve' },
      {
        onSuccess: ({ status }) =>
          status === 'applied'
            ? toast(t('profile_proposals.applied', names), { tone: 'ok' })
            : toast(t('profile_proposals.not_applied', names), { tone: 'danger' }),
        onSettled: close,
      },
    )
  }

  function reject(note: string) {
    decide.mutate(
      { verdict: 'reject', note },
      { onSuccess: () => toast(t('profile_proposals.rejected', names)), onSettled: close },
    )
  }

  return (
    <div className="flex flex-col gap-4">
      <CurrentStatus proposal={proposal} />
      {decide.error && <Notice tone="danger">{errorText(t, decide.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={leads ? 'primary' : 'secondary'}
          icon={<Check aria-hidden />}
          aria-label={t('profile_proposals.approve_this', names)}
          onClick={() => setAsking('approve')}
        >
          {t('profile_proposals.approve')}
        </Button>
        <Button
          icon={<X aria-hidden />}
          aria-label={t('profile_proposals.reject_this', names)}
          onClick={() => setAsking('reject')}
        >
          {t('profile_proposals.reject')}
        </Button>
      </div>
      <Confirm
        open={asking === 'approve'}
        onOpenChange={close}
        title={t('profile_proposals.approve_title', names)}
        confirmLabel={t('profile_proposals.approve')}
        tone="primary"
        loading={decide.isPending}
        onConfirm={approve}
      >
        {t('profile_proposals.approve_text', names)}
      </Confirm>
      <RejectDialog
        open={asking === 'reject'}
        onOpenChange={close}
        names={names}
        rejecting={decide.isPending}
        onReject={reject}
      />
    </div>
  )
}

function CurrentStatus({ proposal }: { proposal: ProfileProposal }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(proposalQuery(proposal.id))
  const names = { library: proposal.instance_name, product: PRODUCT_NAMES[proposal.service_type] }
  if (!data && !error) return <WaitingLine>{t('profile_proposals.current.checking', names)}</WaitingLine>
  const status = data?.current_status ?? 'unavailable'
  return (
    <Notice tone={status === 'unchanged' ? 'ok' : 'warn'}>
      {t(`profile_proposals.current.${status}`, names)}
    </Notice>
  )
}
