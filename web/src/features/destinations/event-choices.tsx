import type { AlertCategory } from '@foyer/contract/notifications'
import { useTranslation } from 'react-i18next'
import { categoryGroups } from '#lib/alert-categories.ts'
import { Checkbox } from '#ui/checkbox.tsx'

interface EventChoicesProps {
  is_admin: boolean
  events: readonly AlertCategory[]
  onChange: (events: AlertCategory[]) => void
}

/** What a destination receives, in the words of the notification settings. */
export function EventChoices({ is_admin, events, onChange }: EventChoicesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">{t('destinations.events.title')}</legend>
      {events.length === 0 && <p className="text-sm text-warn">{t('destinations.events.none_hint')}</p>}
      {categoryGroups(is_admin).map(({ id, categories }) => (
        <fieldset key={id}>
          <legend className="text-sm font-semibold text-muted">{t(`notifications.group.${id}`)}</legend>
          <div className="grid sm:grid-cols-2 sm:gap-x-6">
            {categories.map(category => (
              <Checkbox
                key={category}
                label={t(`notifications.category.${category}`)}
                checked={events.includes(category)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...events, category] : events.filter(one => one !== category))
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
