import Puzzle from 'lucide-react/icons/puzzle'
import { useTranslation } from 'react-i18next'
import { CopyBlock } from '#ui/copy-block.tsx'
import { IconTile } from '#ui/icon-tile.tsx'

const INSTALL = `cd helpers/settop
python3 -m venv venv
venv/bin/pip install -r requirements.txt`
const POINT = 'APP_SETTOP_HELPER=/path/to/helpers/settop/foyer-settop'

/** What to do where the server has no helper, with the commands to copy. */
export function HelperMissing() {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-start gap-4">
        <IconTile>
          <Puzzle />
        </IconTile>
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="text-base font-semibold">{t('set_top_boxes.unsupported.title')}</h2>
          <p className="max-w-prose text-sm text-muted">{t('set_top_boxes.unsupported.text')}</p>
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <p className="text-sm">{t('set_top_boxes.unsupported.install')}</p>
        <CopyBlock label={t('set_top_boxes.unsupported.install')} text={INSTALL} />
      </div>
      <div className="flex flex-col gap-2">
        <p className="text-sm">{t('set_top_boxes.unsupported.point')}</p>
        <CopyBlock label={t('set_top_boxes.unsupported.point')} text={POINT} />
      </div>
      <p className="text-sm text-muted">{t('set_top_boxes.unsupported.more')}</p>
    </section>
  )
}
