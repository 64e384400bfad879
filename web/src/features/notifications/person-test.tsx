import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

interface PersonTestProps {
  people: readonly { id: number; username: string }[]
  /** Shown instead of the choice if the people could not be loaded. */
  failure?: ReactNode
  /** The test button for one person, provided by another slice. */
  children: (user_id: number) => ReactNode
}

/** Sends a test to a selected person's devices. */
export function PersonTest({ people, failure, children }: PersonTestProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const value = chosen ?? String(people[0]?.id ?? '')
  return (
    <SectionCard title={t('notifications.server.person_title')} text={t('notifications.server.person_text')}>
      {failure || (
        <div className="flex flex-col gap-5">
          <Field label={t('notifications.server.person')}>
            {wiring => (
              <Select
                {...wiring}
                value={value}
                onChange={setChosen}
                choices={people.map(({ id, username }) => ({ value: String(id), label: username }))}
              />
            )}
          </Field>
          {children(Number(value))}
        </div>
      )}
    </SectionCard>
  )
}
