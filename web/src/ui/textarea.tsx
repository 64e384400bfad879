import type { ComponentProps } from 'react'
import { CONTROL } from './control-style.ts'
import { cx } from './cx.ts'

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx(CONTROL, 'field-sizing-content min-h-24 py-2.5', className)}
    />
  )
}
