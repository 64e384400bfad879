import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { MetadataMissing } from '#features/discover-screen/feed-failure.tsx'
import { ImageBase } from '#features/discover-screen/image-base.ts'
import { fromServer } from '#lib/base-url.ts'
import { rememberImages } from '#lib/image-origin.ts'
import { MarkedTitles } from './-title-marks.tsx'

interface ScreenFrameProps {
  /** Part of a page that has its own heading. */
  part?: boolean
  children: ReactNode
}

/** Around all movie and TV pages: provides the image address, and one message if the catalogue is not connected. */
export function ScreenFrame({ part = false, children }: ScreenFrameProps) {
  const { data: config } = useQuery(configQuery())
  const base = config && fromServer(config.image_base_url)
  useEffect(() => {
    if (base) rememberImages(base)
  }, [base])
  if (config && !config.services.metadata) return <MetadataMissing level={part ? 2 : 1} />
  return (
    <ImageBase value={base}>
      <MarkedTitles>{children}</MarkedTitles>
    </ImageBase>
  )
}
