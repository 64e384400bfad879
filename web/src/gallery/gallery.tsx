import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Segmented } from '#ui/segmented.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { cx } from '#ui/cx.ts'
import { ButtonSpecimens } from './specimens/buttons.tsx'
import { CardSpecimens } from './specimens/cards.tsx'
import { ChoiceSpecimens } from './specimens/choices.tsx'
import { DataSpecimens } from './specimens/data.tsx'
import { FeedbackSpecimens } from './specimens/feedback.tsx'
import { FieldSpecimens } from './specimens/fields.tsx'
import { OverlaySpecimens } from './specimens/overlays.tsx'
import { PeopleSpecimens } from './specimens/people.tsx'
import { SettingsSpecimens } from './specimens/settings.tsx'
import { StatusSpecimens } from './specimens/status.tsx'
import { TokenSpecimens } from './specimens/tokens.tsx'
import { WaitingSpecimens } from './specimens/waiting.tsx'

type Themes = 'both' | 'dark' | 'light'
type Direction = 'ltr' | 'rtl'

/** Every component in every state. Part of development builds; the browser tests bundle it by itself (scripts/gallery.ts). */
export function startGallery(root: HTMLElement) {
  const wanted = new URLSearchParams(location.search)
  document.title = 'Gallery · Foyer'
  createRoot(root).render(
    <StrictMode>
      <Gallery
        themes={wanted.get('theme') === 'dark' ? 'dark' : wanted.get('theme') === 'light' ? 'light' : 'both'}
        direction={wanted.get('dir') === 'rtl' ? 'rtl' : 'ltr'}
      />
    </StrictMode>,
  )
}

function Gallery(start: { themes: Themes; direction: Direction }) {
  const [themes, setThemes] = useState(start.themes)
  const [direction, setDirection] = useState(start.direction)
  useEffect(() => {
    document.documentElement.dir = direction
    if (themes !== 'both') document.documentElement.dataset['theme'] = themes
  }, [themes, direction])
  const shown = themes === 'both' ? (['dark', 'light'] as const) : [themes]
  return (
    <>
      <header className="sticky top-0 z-20 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-surface px-4 py-3">
        <h1 className="text-lg font-semibold">Gallery</h1>
        <div className="flex flex-wrap gap-3">
          <Segmented
            label="Themes"
            value={themes}
            onChange={setThemes}
            choices={[
              { value: 'both', label: 'Both' },
              { value: 'dark', label: 'Dark' },
              { value: 'light', label: 'Light' },
            ]}
          />
          <Segmented
            label="Direction"
            value={direction}
            onChange={setDirection}
            choices={[
              { value: 'ltr', label: 'LTR' },
              { value: 'rtl', label: 'RTL' },
            ]}
          />
        </div>
      </header>
      <main id="main" className={cx('grid', themes === 'both' && 'xl:grid-cols-2')}>
        {shown.map(theme => (
          <section
            key={theme}
            data-theme={theme}
            aria-label={`${theme} theme`}
            className="flex min-w-0 flex-col gap-12 bg-ink px-4 py-8 text-text sm:px-8"
          >
            <AllSpecimens theme={theme} />
          </section>
        ))}
      </main>
      <Toaster />
    </>
  )
}

function AllSpecimens({ theme }: { theme: string }) {
  return (
    <>
      <TokenSpecimens />
      <ButtonSpecimens />
      <FieldSpecimens />
      <ChoiceSpecimens theme={theme} />
      <StatusSpecimens />
      <CardSpecimens />
      <FeedbackSpecimens />
      <WaitingSpecimens />
      <DataSpecimens />
      <OverlaySpecimens />
      <SettingsSpecimens />
      <PeopleSpecimens />
    </>
  )
}
