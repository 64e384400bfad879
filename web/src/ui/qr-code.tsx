// oxlint-disable-next-line import/no-named-as-default -- the package's types know the default only
import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** White modules around the code, which cameras need. */
const QUIET = 3

interface QrCodeProps {
  value: string
  /** The accessible name; the value itself stands beside it as text. */
  label: string
}

/** Dark on white in both themes, because not every camera reads inverted codes. */
export function QrCode({ value, label }: QrCodeProps) {
  const { path, size } = useMemo(() => draw(value), [value])
  return (
    <figure className="w-[min(100%,14rem,40dvh)]">
      <svg
        aria-hidden
        viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
        shapeRendering="crispEdges"
        className="block aspect-square w-full rounded-control bg-[#fff] text-[#16110a]"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <figcaption className="sr-only">{label}</figcaption>
    </figure>
  )
}

/** One rectangle per run of dark modules in a row. */
function draw(value: string): { path: string; size: number } {
  const code = qrcode(0, 'M')
  code.addData(value)
  code.make()
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let start = 0; start < size; start += 1) {
      let end = start
      while (end < size && code.isDark(row, end)) end += 1
      if (end > start) path += `M${start} ${row}h${end - start}v1H${start}z`
      start = end
    }
  }
  return { path, size }
}
