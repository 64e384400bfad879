import { DELIVERY_CODES, type DeliveryState } from '@foyer/contract/requests'
import { useTranslation } from 'react-i18next'
import { holds } from '#lib/guard.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'

type Code = (typeof DELIVERY_CODES)[number]

function isReason(code: string | undefined): code is Code {
  return DELIVERY_CODES.some(one => one === code)
}

interface DeliveryWordsProps {
  delivery: DeliveryState
  className?: string
}

/** Why a delivery is held up, when the next try is, and who can do something about it. Nothing while all is well. */
export function DeliveryWords({ delivery, className }: DeliveryWordsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(15_000)
  const { state, code, next_attempt_at } = delivery
  if (state !== 'retry' && state !== 'waiting_library' && state !== 'attention') return null
  const why = isReason(code) ? t(`requests.reason.${code}`) : delivery.message
  const due = next_attempt_at && Date.parse(next_attempt_at) > now
  return (
    <p className={className}>
      {why}{' '}
      {state === 'attention'
        ? holds('requests:manage')
          ? t('requests.hand_own')
          : t('requests.hand_admin')
        : state === 'waiting_library'
          ? t('requests.watching')
          : due
            ? t('requests.next_try', {
                time: format.time(next_attempt_at),
                distance: format.relative(next_attempt_at, now),
              })
            : t('requests.trying')}
    </p>
  )
}
