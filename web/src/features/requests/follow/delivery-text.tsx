import type { MediaType } from '@foyer/contract/instances/instance-types'
import { DELIVERY_CODES, type DeliveryState } from '@foyer/contract/requests/requests'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { saysNoAnswer } from '#lib/delivery-message.ts'
import { hasPermission } from '#lib/guard.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'

type Code = (typeof DELIVERY_CODES)[number]

function isReason(code: string | undefined): code is Code {
  return DELIVERY_CODES.some(one => one === code)
}

interface DeliveryTextProps {
  delivery: DeliveryState
  media_type: MediaType
  className?: string
}

/** Why a delivery is delayed, when the next try is, and who can fix it. Renders nothing while all is well. */
export function DeliveryText({ delivery, media_type, className }: DeliveryTextProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(15_000)
  const { state, next_attempt_at } = delivery
  if (state !== 'retry' && state !== 'waiting_library' && state !== 'attention') return null
  const can_manage = hasPermission('requests:manage')
  const is_scheduled = next_attempt_at && Date.parse(next_attempt_at) > now
  return (
    <p className={className}>
      {reasonOf(t, { code: delivery.code, message: delivery.message }, media_type)}{' '}
      {state === 'attention'
        ? t(can_manage ? 'requests.hand_own' : 'requests.hand_admin')
        : state === 'waiting_library'
          ? t('requests.watching')
          : is_scheduled
            ? t(can_manage ? 'requests.next_try_managed' : 'requests.next_try', {
                time: format.time(next_attempt_at),
                distance: format.relative(next_attempt_at, now),
              })
            : t('requests.trying')}
    </p>
  )
}

interface DeliveryReasonProps {
  code: string | undefined
  message: string
  media_type: MediaType
}

/** Why a delivery is delayed, alone. */
export function DeliveryReason({ media_type, ...delivery }: DeliveryReasonProps) {
  const { t } = useTranslation()
  return reasonOf(t, delivery, media_type)
}

type Reason = Pick<DeliveryReasonProps, 'code' | 'message'>

function reasonOf(t: TFunction, { code, message }: Reason, media_type: MediaType): string {
  if (!isReason(code)) return message
  const service = t(`requests.service.${media_type}`)
  if (code === 'service_unavailable' && saysNoAnswer(message)) return t('requests.no_answer', { service })
  return t(`requests.reason.${code}`, { service })
}
