import type { AppConfig } from '@foyer/contract/app-config'
import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { MediaOverview } from './media-overview.tsx'

const i18n = createInstance({ lng: 'en', resources: { en: {} }, initAsync: false })
await i18n.init()

function html(...names: string[]) {
  const config = {
    server_name: 'Foyer',
    hidden_discover_tabs: [],
    instances: names.map(name => ({ name, service_type: 'movie_manager' })),
  } as unknown as AppConfig
  const overview = createElement(MediaOverview, { config, canConnect: false, isNextStep: false })
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, overview))
}

it('names libraries on Home where there are several to tell apart, and not the only one', () => {
  expect(html('Films', 'Films 4K')).toContain('Films and Films 4K')
  expect(html('Films')).toContain('home.media.movie')
  expect(html('Films')).not.toContain('Films')
})
