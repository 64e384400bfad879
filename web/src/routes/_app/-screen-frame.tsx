import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { MetadataMissing } from '#features/discover-screen/feeds/feed-failure.tsx'
import { ImageBase } from '#features/discover-screen/cards/image-base.ts'
import { fromServer } from '#lib/base-url.ts'
import { rememberImages } from '#lib/image-origin.ts'
import { MarkedTitles } from './-title-marks.tsx'

interface FrameProps {
  children: ReactNode
}

/** Around all movie and TV pages: the frame of titles, or one message if the catalogue is not connected. */
export function ScreenFrame({ children }: FrameProps) {
  const { data: config } = useQuery(configQuery())
  if (config && !config.services.metadata) return <MetadataMissing level={1} />
  return <TitleFrame>{children}</TitleFrame>
}

/** Provides the image address and the marks of all titles in it. */
export function TitleFrame({ children }: FrameProps) {
  const { data: config } = useQuery(configQuery())
  const base = config && fromServer(config.image_base_url)
  useEffect(() => {
    if (base) rememberImages(base)
  }, [base])
  return (
    <ImageBase value={base}>
      <MarkedTitles>{children}</MarkedTitles>
    </ImageBase>
  )
}
