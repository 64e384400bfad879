import type { ComponentProps } from 'react'
import { OpenOnTv } from '#features/set-top-boxes/open/open-on-tv.tsx'
import { useBackCloses } from '#lib/use-back-closes.ts'

/** The dialog; on a phone, going back closes it. */
export function OpenOnTvHost(props: ComponentProps<typeof OpenOnTv>) {
  useBackCloses(props.open, props.onClose)
  return <OpenOnTv {...props} />
}
