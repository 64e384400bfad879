import type { ComponentProps } from 'react'
import { TitleTools } from '#features/title-tools/title-tools.tsx'
import { useBackCloses } from '#lib/use-back-closes.ts'

/** The dialog; on a phone, going back closes it. */
export function TitleToolsHost(props: ComponentProps<typeof TitleTools>) {
  useBackCloses(props.open, props.onClose)
  return <TitleTools {...props} />
}
