import { type ComponentProps, createContext, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  onSubmit: () => void
  /** Error texts by field name. New errors move the focus to the first invalid control. */
  errors?: Readonly<Record<string, string>> | undefined
}

/** Whether somebody changed something in the form around; null outside of one. */
export const FormChanged = createContext<boolean | null>(null)

/** Submits without a page load and focuses the first field that needs fixing. */
export function Form({ onSubmit, errors, className, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [is_changed, setChanged] = useState(false)
  useEffect(() => {
    if (errors && Object.keys(errors).length > 0) focusFirstInvalid(form.current)
  }, [errors])
  return (
    <form
      {...rest}
      ref={form}
      noValidate
      onInput={() => setChanged(true)}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      className={cx('flex flex-col gap-5', className)}
    >
      <FormChanged value={is_changed}>{children}</FormChanged>
    </form>
  )
}

function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
