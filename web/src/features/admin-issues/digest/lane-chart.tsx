import type { AgentDigest } from '@foyer/contract/remediation/remediation'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { cx } from '#ui/cx.ts'
import { type Lane, lanesOf } from './lanes.ts'

const COLOURS: Record<Lane, string> = {
  rules: 'bg-accent',
  agent: 'bg-info',
  admin: 'bg-ok',
  on_their_own: 'bg-edge',
}

/** One bar of parts. The table below it says the same, and is its legend. */
export function LaneChart({ digest }: { digest: AgentDigest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lanes = lanesOf(digest)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xl font-semibold">
        {t('admin_issues.digest.resolved', { count: digest.issues_resolved })}
      </p>
      <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-raised">
        {lanes
          .filter(({ count }) => count > 0)
          .map(({ lane, share }) => (
            <span
              key={lane}
              className={cx('h-full min-w-1 transition-[width]', COLOURS[lane])}
              style={{ width: `${share * 100}%` }}
            />
          ))}
      </div>
      {digest.issues_resolved === 0 ? (
        <p className="text-sm text-muted">{t('admin_issues.digest.nothing')}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{t('admin_issues.digest.lanes')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('admin_issues.digest.lane')}</th>
              <th scope="col">{t('admin_issues.digest.count')}</th>
              <th scope="col">{t('admin_issues.digest.share')}</th>
            </tr>
          </thead>
          <tbody>
            {lanes.map(({ lane, count, share }) => (
              <tr key={lane}>
                <th scope="row" className="py-1 text-start font-normal">
                  <span className="inline-flex items-center gap-2.5">
                    <span aria-hidden className={cx('size-3 shrink-0 rounded-mark', COLOURS[lane])} />
                    {t(`admin_issues.digest.${lane}`)}
                  </span>
                </th>
                <td className="py-1 text-end tabular-nums">{format.number(count)}</td>
                <td className="w-20 py-1 text-end text-muted tabular-nums">{format.percent(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
