import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { judgeLength, lengthShare } from './password-length.ts'

const TONES = { none: 'bg-line', short: 'bg-warn', fair: 'bg-ok', good: 'bg-ok' }

/** Says how far a new password is, in words; the bar only repeats them. */
export function PasswordHint({ password }: { password: string }) {
  const { t } = useTranslation()
  const length = judgeLength(password)
  const words = {
    none: () => t('sessions.setup.length_hint'),
    short: () => t('sessions.setup.length_short', { count: length.grade === 'short' ? length.missing : 0 }),
    fair: () => t('sessions.setup.length_fair'),
    good: () => t('sessions.setup.length_good'),
  }
  return (
    <span className="flex flex-col gap-2">
      <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-line">
        <span
          className={cx('block h-full rounded-full transition-[width,background-color]', TONES[length.grade])}
          style={{ width: `${lengthShare(password) * 100}%` }}
        />
      </span>
      <span aria-live="polite">{words[length.grade]()}</span>
    </span>
  )
}
