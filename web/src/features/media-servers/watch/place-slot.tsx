import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { isOutsideLimits } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ownServersQuery } from '../own/api.ts'
import { PlaceButton } from './place-button.tsx'
import type { Use } from './place-menu.tsx'
import { isOffered, type Places } from './places.ts'
import { type Look, SlotSkeleton } from './slot-skeleton.tsx'

interface PlaceSlotProps {
  use: Use
  heading: string
  /** The title is in a library: then the place is kept while the servers are asked. */
  in_library: boolean
  look: Look
  size?: 'md' | 'lg'
  /** The kinds of server that could have it. */
  types: readonly MediaServerType[]
  places: Places | undefined
  error: unknown
  checking: boolean
  onAgain: () => void
}

/** The button of a title and everything that may stand in its place: waiting, a failure, a missing account. */
export function PlaceSlot(props: PlaceSlotProps) {
  const { use, heading, in_library, look, size = 'lg', types, places, error, checking, onAgain } = props
  const { t } = useTranslation()
  const is_nowhere = places?.targets.length === 0 && places.gaps.length === 0
  // No server was eligible: whether an account is missing decides what to offer.
  const own = useQuery({ ...ownServersQuery(), enabled: is_nowhere && in_library })
  if (!places && error) {
    if (!in_library || isOutsideLimits(error)) return null
    const label = t('media_servers.places.failed')
    return look === 'icon' ? (
      <IconButton
        variant="solid"
        className="size-12"
        label={label}
        title={errorText(t, error)}
        icon={<RefreshCw />}
        aria-busy={checking}
        onClick={onAgain}
      />
    ) : (
      <Button
        size={size}
        loading={checking}
        title={errorText(t, error)}
        icon={<RefreshCw aria-hidden />}
        onClick={onAgain}
      >
        {label}
      </Button>
    )
  }
  if (!places || (is_nowhere && own.isLoading))
    return in_library ? <SlotSkeleton look={look} size={size} /> : null
  if (isOffered(places, in_library))
    return (
      <PlaceButton use={use} heading={heading} places={places} look={look} size={size} onAgain={onAgain} />
    )
  const could_join = own.data?.some(
    ({ service_type, account, public_address }) =>
      types.includes(service_type) && account === null && public_address !== '',
  )
  if (!in_library || !could_join) return null
  return look === 'icon' ? null : (
    <ButtonLink to="/servers" size={size} icon={<UserPlus aria-hidden />}>
      {t(`media_servers.${use}.join`)}
    </ButtonLink>
  )
}
