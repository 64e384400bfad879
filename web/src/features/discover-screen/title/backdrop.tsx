import { useEffect, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Sources } from '../cards/images.ts'
import { readSavedBackdrop, saveBackdrop } from './saved-backdrop.ts'

/** build/first-frame/frame.html repeats both. */
const HEIGHT = 'h-52 sm:h-72 lg:h-[26rem]'
const FADED = 'mask-[linear-gradient(to_bottom,black_35%,transparent)]'

interface BackdropProps {
  picture: Sources | undefined
  tint: string
}

/** Fades out downwards, where the poster and the name begin. */
export function Backdrop({ picture, tint }: BackdropProps) {
  useEffect(() => {
    if (picture) saveBackdrop({ picture, tint })
    // oxlint-disable-next-line react/exhaustive-deps -- the sources are a new object in every render; their address is not
  }, [picture?.src, tint])
  return <BackdropPicture picture={picture} tint={tint} />
}

/** Shown until the title is loaded: its backdrop, if it was opened before. */
export function BackdropPlaceholder() {
  const [saved] = useState(readSavedBackdrop)
  return saved ? <BackdropPicture {...saved} /> : <Skeleton className={cx('rounded-none', HEIGHT)} />
}

function BackdropPicture({ picture, tint }: BackdropProps) {
  return <Picture eager alt="" tint={tint} className={cx(HEIGHT, FADED)} {...picture} />
}
