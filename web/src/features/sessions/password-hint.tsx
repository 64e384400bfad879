import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { gradePassword, lengthShare } from './password-grade.ts'
import { useCommonPassword } from './use-common-password.ts'

const TONES = {
  none: 'bg-line',
  short: 'bg-warn',
  checking: 'bg-muted',
  common: 'bg-danger',
  fair: 'bg-ok',
  good: 'bg-ok',
}

/** Describes a new password's strength; the bar only illustrates it. */
export function PasswordHint({ password }: { password: string }) {
  const { t } = useTranslation()
  const judged = gradePassword(password, useCommonPassword(password))
  const words = {
    none: () => t('sessions.setup.length_hint'),
    short: () => t('sessions.setup.length_short', { count: judged.grade === 'short' ? judged.missing : 0 }),
    checking: () => t('sessions.setup.length_hint'),
    common: () => t('sessions.setup.too_common'),
    fair: () => t('sessions.setup.length_fair'),
    good: () => t('sessions.setup.length_good'),
  }
  return (
    <span className="flex flex-col gap-2">
      <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-line">
        <span
          className={cx('block h-full rounded-full transition-[width,background-color]', TONES[judged.grade])}
          style={{ width: `${lengthShare(password) * 100}%` }}
        />
      </span>
      <span aria-live="polite">{words[judged.grade]()}</span>
    </span>
  )
}
