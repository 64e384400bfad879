import type { AlertCategory, CategorySwitches as Switches } from '@foyer/contract/notifications'
import { useTranslation } from 'react-i18next'
import { categoryGroups } from '#lib/alert-categories.ts'
import { Switch } from '#ui/switch.tsx'

interface CategorySwitchesProps {
  is_admin: boolean
  values: Readonly<Switches>
  hint: (category: AlertCategory) => string | undefined
  disabled?: boolean
  onChange: (change: Partial<Switches>) => void
}

/** One switch per category, in groups. */
export function CategorySwitches({ is_admin, values, hint, disabled, onChange }: CategorySwitchesProps) {
  const { t } = useTranslation()
  return categoryGroups(is_admin).map(({ id, categories }) => (
    <fieldset key={id} className="flex flex-col">
      <legend className="mb-1 text-sm font-semibold text-muted">{t(`notifications.group.${id}`)}</legend>
      <div className="flex flex-col divide-y divide-line">
        {categories.map(category => (
          <Switch
            key={category}
            label={t(`notifications.category.${category}`)}
            hint={hint(category)}
            checked={values[category]}
            disabled={disabled ?? false}
            onChange={on => onChange({ [category]: on })}
          />
        ))}
      </div>
    </fieldset>
  ))
}
