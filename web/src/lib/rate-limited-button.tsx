import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { retryText } from './error-text.ts'

interface RateLimitedButtonProps extends ButtonProps {
  /** Seconds until another try is allowed; 0 if it is. */
  wait: number
}

/** The button of a rate-limited action. While it cannot be pressed, it says how long. */
export function RateLimitedButton({ wait, disabled, children, ...rest }: RateLimitedButtonProps) {
  const { t } = useTranslation()
  return (
    <Button {...rest} disabled={disabled || wait > 0}>
      <span className="tabular-nums">{wait > 0 ? retryText(t, wait) : children}</span>
    </Button>
  )
}
