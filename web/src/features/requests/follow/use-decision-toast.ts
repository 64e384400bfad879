import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#lib/live.ts'
import { toast } from '#ui/toast-store.ts'

/** 1/6 `request_decision` goes only to the requester, and is shown on any page. */
export function useDecisionToast() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ type, data }: Frame) => {
    if (type !== 'request_decision') return
    const { decision, title, reason, request_id } = data
    const name = typeof title === 'string' ? title : ''
    const text =
      decision === 'approved'
        ? t('requests.decided.approved', { title: name })
        : typeof reason === 'string' && reason
          ? t('requests.decided.denied_reason', { title: name, reason })
          : t('requests.decided.denied', { title: name })
    toast(text, {
      tone: decision === 'approved' ? 'ok' : 'plain',
      action: {
        label: t('requests.show'),
        run: () => void navigate({ to: '/requests', search: { open: Number(request_id) } }),
      },
    })
  }
}
