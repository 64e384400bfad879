import { Picture } from './picture.tsx'

interface PortraitProps {
  src: string | undefined
  tint: string
  name: string
}

/** An artist or author at the head of their page. Its place is there before the picture is. */
export function Portrait({ src, tint, name }: PortraitProps) {
  return (
    <Picture
      eager
      alt=""
      src={src}
      tint={tint}
      className="aspect-square w-24 shrink-0 rounded-full ring-1 ring-line ring-inset sm:w-36"
      fallback={<span className="line-clamp-3 text-sm font-medium wrap-anywhere">{name}</span>}
    />
  )
}
