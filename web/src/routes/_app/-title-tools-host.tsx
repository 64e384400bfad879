import type { ComponentProps } from 'react'
import { useIsRemoving } from '#features/title-tools/api.ts'
import { TitleTools } from '#features/title-tools/title-tools.tsx'
import { useBackCloses } from '#lib/use-back-closes.ts'

/** The dialog; on a phone, going back closes it, unless a removal runs. */
export function TitleToolsHost(props: ComponentProps<typeof TitleTools>) {
  useBackCloses(props.open, props.onClose, useIsRemoving())
  return <TitleTools {...props} />
}
